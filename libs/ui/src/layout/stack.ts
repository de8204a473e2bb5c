import { defineRecipe } from '@chakra-ui/react/styled-system';
import { styled } from '../theme/styled.ts';

/** A column with a gap (default 2, that is 8 px). */
export const Stack = styled(
  'div',
  defineRecipe({ base: { display: 'flex', flexDirection: 'column', gap: '2' } }),
);

/** A row with a gap, vertically centred. */
export const HStack = styled(
  'div',
  defineRecipe({ base: { display: 'flex', alignItems: 'center', gap: '2' } }),
);

/** A column with a gap, horizontally centred. */
export const VStack = styled(
  'div',
  defineRecipe({
    base: { display: 'flex', flexDirection: 'column', alignItems: 'center', gap: '2' },
  }),
);
