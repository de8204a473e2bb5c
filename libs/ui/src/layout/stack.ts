import { chakra, defineRecipe } from '@chakra-ui/react/styled-system';

/** A column with a gap (default 2, that is 8 px). */
export const Stack = chakra(
  'div',
  defineRecipe({ base: { display: 'flex', flexDirection: 'column', gap: '2' } }),
);

/** A row with a gap, vertically centred. */
export const HStack = chakra(
  'div',
  defineRecipe({ base: { display: 'flex', alignItems: 'center', gap: '2' } }),
);

/** A column with a gap, horizontally centred. */
export const VStack = chakra(
  'div',
  defineRecipe({
    base: { display: 'flex', flexDirection: 'column', alignItems: 'center', gap: '2' },
  }),
);
