import { Box, SearchField, type SearchFieldProps } from '@homie/ui';
import { useTypedText } from './use-typed-text.ts';

/** Props of {@link TypedFilter}. */
export interface TypedFilterProps extends Pick<SearchFieldProps, 'label' | 'maxLength'> {
  /** What the address says. */
  value: string;
  /** Told once the typing rests. */
  onType: (text: string) => void;
}

/** A search box of a filter bar: shows what is typed at once, and tells it when it rests. */
export function TypedFilter({ value, onType, ...rest }: TypedFilterProps) {
  const [text, type] = useTypedText(value, onType);
  return (
    <Box width={{ base: 'full', sm: '18rem' }}>
      <SearchField {...rest} value={text} onChange={type} />
    </Box>
  );
}
