import { defineRecipe } from '@chakra-ui/react/styled-system';
import { styled } from '../theme/styled.ts';

/** A surface on the canvas with a hairline around it and 24 px inside. */
export const Card = styled(
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
