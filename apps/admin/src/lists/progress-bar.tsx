import { Box } from '@homie/ui';

interface ProgressBarProps {
  label: string;
  value: number;
  max: number;
}

/** The progress of something that takes a while. */
export function ProgressBar({ label, value, max }: ProgressBarProps) {
  return (
    <Box asChild display="block" height="2" width="64" maxWidth="full" accentColor="brand.solid">
      <progress aria-label={label} max={max} value={value} />
    </Box>
  );
}
