import { Box, Select, type SelectProps } from '@homie/ui';

interface ChosenFilterProps extends Pick<SelectProps, 'options'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Renders a select of a filter bar, labelled for screen readers; its first option names the filter. */
export function ChosenFilter({ label, options, value, onChange }: ChosenFilterProps) {
  return (
    <Box width={{ base: 'full', sm: '11rem' }}>
      <Select
        aria-label={label}
        options={options}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Box>
  );
}
