import { defineRecipe } from '@chakra-ui/react/styled-system';
import { styled } from '../theme/styled.ts';

/** A row of children; style props set direction, gap and alignment. */
export const Flex = styled('div', defineRecipe({ base: { display: 'flex' } }));

/** Centres its children both ways. */
export const Center = styled(
  'div',
  defineRecipe({ base: { display: 'flex', alignItems: 'center', justifyContent: 'center' } }),
);

/** Fills the remaining space in a row or column. */
export const Spacer = styled('div', defineRecipe({ base: { flex: '1', alignSelf: 'stretch' } }));

/** A CSS grid. */
export const Grid = styled('div', defineRecipe({ base: { display: 'grid' } }));
