import { Box, SearchField, type SearchFieldProps } from '@homie/ui';
import { useEffect, useEffectEvent, useState } from 'react';

/** How long typing must rest before it is searched for, in milliseconds. */
const REST = 300;

/** Props of {@link TypedFilter}. */
export interface TypedFilterProps extends Pick<
  SearchFieldProps,
  'label' | 'placeholder' | 'maxLength'
> {
  /** What the address says. */
  value: string;
  /** Told once the typing rests. */
  onType: (text: string) => void;
  /** In place of the width in a line of filters. */
  width?: 'full';
}

/** A search box of a filter bar: shows what is typed at once, and tells it when it rests. */
export function TypedFilter({ value, onType, width, ...rest }: TypedFilterProps) {
  const [draft, setDraft] = useState({ text: value, of: value });
  // Another address, e.g. by going back or clearing, is what stands in the box then.
  if (draft.of !== value)
    setDraft({ text: draft.text.trim() === value ? draft.text : value, of: value });
  const tell = useEffectEvent((text: string) => {
    if (text.trim() !== value) onType(text.trim());
  });

  useEffect(() => {
    const timer = setTimeout(() => tell(draft.text), REST);
    return () => clearTimeout(timer);
  }, [draft.text]);

  return (
    <Box width={width ?? { base: 'full', sm: '18rem' }}>
      <SearchField
        {...rest}
        value={draft.text}
        onChange={(text) => {
          setDraft({ text, of: value });
          // Emptying it is a decision, not typing.
          if (text === '') onType('');
        }}
      />
    </Box>
  );
}
