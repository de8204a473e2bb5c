import { chakra, defineRecipe } from '@chakra-ui/react/styled-system';

/** A surface on the canvas with a hairline around it and 24 px inside. */
export const Card = chakra(
  'section',
  defineRecipe({
    base: {
      bg: 'bg.surface',
      borderWidth: '1px',
      borderColor: 'border.subtle',
      borderRadius: 'lg',
      padding: { base: '5', md: '6' },
    },
  }),
);
