import { Box, SearchField, type SearchFieldProps } from '@homie/ui';
import { useTypedText } from './use-typed-text.ts';

/** Props of {@link TypedFilter}. */
export interface TypedFilterProps extends Pick<SearchFieldProps, 'label' | 'maxLength'> {
  /** The value in the address. */
  value: string;
  /** Called after a pause in typing. */
  onType: (text: string) => void;
}

/** A search box of a filter bar: shows the typed text at once, and reports it after a pause. */
export function TypedFilter({ value, onType, ...rest }: TypedFilterProps) {
  const [text, type] = useTypedText(value, onType);
  return (
    <Box width={{ base: 'full', sm: '18rem' }}>
      <SearchField {...rest} value={text} onChange={type} />
    </Box>
  );
}
