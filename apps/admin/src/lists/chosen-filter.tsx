import { Box, Select, VisuallyHidden, type SelectProps } from '@homie/ui';
import { useId } from 'react';

interface ChosenFilterProps extends Pick<SelectProps, 'options'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Renders a select of a filter bar, labelled for screen readers; its first option names the filter. */
export function ChosenFilter({ label, options, value, onChange }: ChosenFilterProps) {
  const id = useId();
  return (
    <Box width={{ base: 'full', sm: '11rem' }}>
      <VisuallyHidden asChild>
        <label htmlFor={id}>{label}</label>
      </VisuallyHidden>
      <Select
        id={id}
        options={options}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Box>
  );
}
