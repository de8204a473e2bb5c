import { defineRecipe } from '@chakra-ui/react/styled-system';
import { styled } from '../theme/styled.ts';

const Anchor = styled(
  'a',
  defineRecipe({
    base: {
      position: 'fixed',
      top: '2',
      left: '2',
      zIndex: 'skip',
      paddingInline: '4',
      paddingBlock: '2',
      borderRadius: 'md',
      bg: 'brand.solid',
      color: 'brand.contrast',
      fontWeight: 'medium',
      '&:not(:focus)': {
        width: '1px',
        height: '1px',
        padding: '0',
        overflow: 'hidden',
        clipPath: 'inset(50%)',
      },
    },
  }),
);

/** The first thing on a page for keyboards: jumps over header and navigation to the element `#main`. */
export function SkipLink() {
  return <Anchor href="#main">Skip to content</Anchor>;
}
