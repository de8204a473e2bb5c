import { chakra, defineRecipe } from '@chakra-ui/react/styled-system';

/** A row of children; style props set direction, gap and alignment. */
export const Flex = chakra('div', defineRecipe({ base: { display: 'flex' } }));

/** Centres its children both ways. */
export const Center = chakra(
  'div',
  defineRecipe({ base: { display: 'flex', alignItems: 'center', justifyContent: 'center' } }),
);

/** Takes the space that is left in a row or column. */
export const Spacer = chakra('div', defineRecipe({ base: { flex: '1', alignSelf: 'stretch' } }));

/** A CSS grid. */
export const Grid = chakra('div', defineRecipe({ base: { display: 'grid' } }));
