import { chakra, defineRecipe } from '@chakra-ui/react/styled-system';

/** The buttons at the end of a form inside a dialog, the primary one last. */
export const DialogActions = chakra(
  'div',
  defineRecipe({
    base: {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'flex-end',
      gap: '2',
      paddingTop: '2',
    },
  }),
);
