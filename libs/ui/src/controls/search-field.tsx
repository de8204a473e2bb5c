import { useId, useRef } from 'react';
import { IconSearch, IconX } from '../icons/icons.ts';
import { Box } from '../layout/box.ts';
import { VisuallyHidden } from '../layout/visually-hidden.ts';
import { IconButton } from './icon-button.tsx';
import { Input } from './input.ts';

/** Props of {@link SearchField}. */
export interface SearchFieldProps {
  /** Read by screen readers, and shown as the placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
}

/** A search box with a button to clear it. */
export function SearchField({ label, value, onChange, maxLength }: SearchFieldProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  function clear() {
    onChange('');
    box.current?.querySelector('input')?.focus();
  }
  return (
    <Box ref={box} position="relative" width="full">
      <VisuallyHidden asChild>
        <label htmlFor={id}>{label}</label>
      </VisuallyHidden>
      <Box
        aria-hidden
        position="absolute"
        left="3"
        top="50%"
        transform="translateY(-50%)"
        color="fg.subtle"
        pointerEvents="none"
      >
        <IconSearch size={18} />
      </Box>
      <Input
        id={id}
        type="search"
        autoComplete="off"
        maxLength={maxLength}
        value={value}
        placeholder={label}
        onChange={(event) => onChange(event.currentTarget.value)}
        paddingInline="10"
        css={{ '&::-webkit-search-cancel-button': { display: 'none' } }}
      />
      {value !== '' && (
        <Box position="absolute" right="0.5" top="50%" transform="translateY(-50%)">
          <IconButton label="Clear search" size="sm" onClick={clear} icon={<IconX size={18} />} />
        </Box>
      )}
    </Box>
  );
}
