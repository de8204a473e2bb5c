import { defineRecipe } from '@chakra-ui/react/styled-system';
import { styled } from '../theme/styled.ts';

/** Centred content with side padding; `size` limits its width. */
export const Container = styled(
  'div',
  defineRecipe({
    base: { width: 'full', marginInline: 'auto', paddingInline: { base: '4', md: '6' } },
    variants: {
      size: {
        form: { maxWidth: 'form' },
        sheet: { maxWidth: 'sheet' },
        page: { maxWidth: 'page' },
        full: {},
      },
    },
    defaultVariants: { size: 'page' },
  }),
);
