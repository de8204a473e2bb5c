import { IconButton, IconChevronRight } from '@homie/ui';
import type { RowsProps } from './data-table.tsx';

/** Opens a row from its end. */
export function OpenButton<Row>({
  row,
  rowName,
  openers,
  onOpen,
}: Pick<RowsProps<Row>, 'rowName' | 'openers' | 'onOpen'> & { row: Row }) {
  return (
    <IconButton
      size="sm"
      data-row-opener
      label={`${openers} of ${rowName(row)}`}
      icon={<IconChevronRight />}
      onClick={() => onOpen?.(row)}
    />
  );
}
