import { defineRecipe } from '@chakra-ui/react/styled-system';
import { styled } from '../theme/styled.ts';

const Ring = styled(
  'span',
  defineRecipe({
    base: {
      display: 'inline-block',
      flexShrink: '0',
      borderRadius: 'full',
      borderWidth: '2px',
      borderColor: 'currentColor',
      borderTopColor: 'transparent',
      animation: 'spin 800ms linear infinite',
    },
    variants: {
      size: { sm: { boxSize: '4' }, md: { boxSize: '6' }, lg: { boxSize: '8' } },
    },
    defaultVariants: { size: 'md' },
  }),
);

/** A turning ring. Decorative: name the pending operation in a text next to it (as `LoadingState` does). */
export function Spinner({ size }: { size?: 'sm' | 'md' | 'lg' }) {
  return <Ring aria-hidden size={size} />;
}
