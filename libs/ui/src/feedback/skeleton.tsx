import { defineRecipe } from '@chakra-ui/react/styled-system';
import { Stack } from '../layout/stack.ts';
import { VisuallyHidden } from '../layout/visually-hidden.ts';
import { styled } from '../theme/styled.ts';

/** A quiet placeholder block for content; size it with style props. */
export const Skeleton = styled(
  'div',
  defineRecipe({
    base: {
      bg: 'bg.muted',
      borderRadius: 'md',
      height: '4',
      animation: 'pulse 1.8s ease-in-out infinite',
    },
  }),
  { defaultProps: { 'aria-hidden': true } },
);

/** Props of {@link SkeletonRows}. */
export interface SkeletonRowsProps {
  rows: number;
  /** The content that is loading, announced to screen readers. */
  label: string;
}

/** Placeholder rows of a list. */
export function SkeletonRows({ rows, label }: SkeletonRowsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> accepts phrasing content only
    <Stack role="status" gap="2">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height="11" data-testid="skeleton-row" />
      ))}
    </Stack>
  );
}
