import { Box, IconButton, IconChevronDown, IconChevronRight } from '@homie/ui';

interface OpenButtonProps {
  label: string;
  /** Undefined if the row opens elsewhere instead of in place. */
  isOpen: boolean | undefined;
  onOpen: () => void;
}

/** Opens a row with a button at its end: elsewhere, or in place if it groups several. */
export function OpenButton({ label, isOpen, onOpen }: OpenButtonProps) {
  return (
    <IconButton
      size="sm"
      data-row-opener
      label={label}
      aria-expanded={isOpen}
      icon={
        isOpen === undefined ? (
          <IconChevronRight />
        ) : (
          <Box as="span" display="inline-flex" transform={isOpen ? 'rotate(180deg)' : ''}>
            <IconChevronDown />
          </Box>
        )
      }
      onClick={onOpen}
    />
  );
}
