import { Box } from '@homie/ui';

const FILLED = {
  background: 'brand.solid',
  transition: 'width {durations.moderate}',
  '@media (forced-colors: active)': { background: 'Highlight' },
};

/** The upload progress of a file: a line at the bottom of its chip. */
export function UploadProgress({ label, percent }: { label: string; percent: number }) {
  return (
    <Box
      asChild
      position="absolute"
      insetInline="0"
      bottom="0"
      width="full"
      height="1"
      bg="bg.muted"
      css={{
        appearance: 'none',
        border: '0',
        '&::-webkit-progress-bar': { background: 'transparent' },
        '&::-webkit-progress-value': FILLED,
        '&::-moz-progress-bar': FILLED,
      }}
    >
      <progress aria-label={label} max={100} value={percent} />
    </Box>
  );
}
