import { buttonRecipe } from './button-recipe.ts';
import { styled } from '../theme/styled.ts';

/**
 * A link that looks like a button. With a router:
 * `<LinkButton asChild><Link to="/admin">Admin</Link></LinkButton>`, else with `href`.
 */
export const LinkButton = styled('a', buttonRecipe);
