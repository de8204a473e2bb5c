import { defineRecipe } from '@chakra-ui/react/styled-system';
import { Stack } from '../layout/stack.ts';
import { VisuallyHidden } from '../layout/visually-hidden.ts';
import { styled } from '../theme/styled.ts';

/** A quiet block where content will stand; size it with style props. */
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
  /** What is loading, announced to screen readers. */
  label: string;
}

/** Rows where a list will stand. */
export function SkeletonRows({ rows, label }: SkeletonRowsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> takes phrasing content only
    <Stack role="status" gap="2">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height="11" data-testid="skeleton-row" />
      ))}
    </Stack>
  );
}
