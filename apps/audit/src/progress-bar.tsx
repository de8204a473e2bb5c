import { Box } from '@homie/ui';

interface ProgressBarProps {
  label: string;
  /** From 0 to 1; undefined while it is not known. */
  value: number | undefined;
}

/** Renders a progress bar. */
export function ProgressBar({ label, value }: ProgressBarProps) {
  const percent = value === undefined ? undefined : Math.round(value * 100);
  return (
    <Box
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers render the native one in their own colours
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      height="1.5"
      borderRadius="full"
      bg="bg.muted"
      overflow="hidden"
      css={{ '@media (forced-colors: active)': { outline: '1px solid CanvasText' } }}
    >
      <Box
        height="full"
        borderRadius="full"
        bg="brand.solid"
        style={{ width: `${percent ?? 0}%` }}
        css={{ '@media (forced-colors: active)': { bg: 'Highlight' } }}
      />
    </Box>
  );
}
