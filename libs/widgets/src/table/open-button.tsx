import { Box, IconButton, IconChevronDown, IconChevronRight } from '@homie/ui';
import type { RowsProps } from './rows-props.ts';

/** Opens a row with a button at its end: elsewhere, or in place if it groups several. */
export function OpenButton<Row>({
  row,
  rowName,
  openers,
  onOpen,
  fold,
}: Pick<RowsProps<Row>, 'rowName' | 'openers' | 'onOpen' | 'fold'> & { row: Row }) {
  const folded = fold?.(row);
  return (
    <IconButton
      size="sm"
      data-row-opener
      label={folded ? rowName(row) : `${openers} of ${rowName(row)}`}
      aria-expanded={folded?.isOpen}
      icon={
        folded ? (
          <Box as="span" display="inline-flex" transform={folded.isOpen ? 'rotate(180deg)' : ''}>
            <IconChevronDown />
          </Box>
        ) : (
          <IconChevronRight />
        )
      }
      onClick={() => onOpen?.(row)}
    />
  );
}
