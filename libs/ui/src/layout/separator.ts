import { defineRecipe } from '@chakra-ui/react/styled-system';
import { styled } from '../theme/styled.ts';

/** A hairline between sections. */
export const Separator = styled(
  'hr',
  defineRecipe({
    base: { borderColor: 'border.subtle', flexShrink: '0' },
    variants: {
      orientation: {
        horizontal: { width: 'full', borderTopWidth: '1px' },
        vertical: {
          height: 'auto',
          alignSelf: 'stretch',
          borderLeftWidth: '1px',
          borderTopWidth: '0',
        },
      },
    },
    defaultVariants: { orientation: 'horizontal' },
  }),
);
