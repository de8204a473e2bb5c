import { chakra } from '@chakra-ui/react/styled-system';
import { buttonRecipe } from './button-recipe.ts';

/**
 * A link that looks like a button. With a router:
 * `<LinkButton asChild><Link to="/admin">Admin</Link></LinkButton>`, else with `href`.
 */
export const LinkButton = chakra('a', buttonRecipe);
