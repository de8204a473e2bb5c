import { Link } from '@homie/composition';
import type { ConversationRow as Row } from '@homie/contracts';
import {
  Box,
  IconButton,
  IconMore,
  IconPencil,
  IconTrash,
  ListItem,
  Menu,
  Spinner,
  Text,
  VisuallyHidden,
} from '@homie/ui';
import { memo } from 'react';
import { conversationQuery } from '../../selection/use-selection';
import { TimeText } from '../../time/time-text';

/** What can be done with a conversation of the list. */
export interface RowActions {
  onRename: (row: Row) => void;
  onDelete: (row: Row) => void;
}

interface ConversationRowProps extends RowActions {
  /** Called when its link is followed. */
  onChoose?: (() => void) | undefined;
  row: Row;
  selected: boolean;
  running: boolean;
  now: Date;
}

/** One conversation: a link to it, and its menu. */
export const ConversationRow = memo(function ConversationRow({
  row,
  selected,
  running,
  now,
  onChoose,
  onRename,
  onDelete,
}: ConversationRowProps) {
  const { title, assistants, updated_at } = row;
  return (
    <ListItem
      className="group"
      position="relative"
      borderRadius="md"
      bg={selected ? 'bg.muted' : 'transparent'}
      _hover={selected ? {} : { bg: 'bg.subtle' }}
      css={{
        '&:hover .row-menu, &:focus-within .row-menu': { opacity: 1 },
        '@media (forced-colors: active)': selected ? { outline: '1px solid' } : {},
      }}
    >
      <Box
        asChild
        display="block"
        paddingBlock="2"
        paddingInlineStart="3"
        paddingInlineEnd={running ? '16' : '11'}
        borderRadius="md"
        _focusVisible={{ outlineOffset: '-2px' }}
      >
        <Link
          to={conversationQuery(row)}
          aria-current={selected ? 'page' : undefined}
          onClick={onChoose}
        >
          <Text truncate fontWeight={selected ? 'semibold' : 'medium'} title={title}>
            {title}
          </Text>
          <Text truncate size="sm" tone={selected ? 'muted' : 'subtle'}>
            {assistants.label} · <TimeText moment={updated_at} now={now} />
          </Text>
        </Link>
      </Box>
      {running && (
        <Box position="absolute" right="11" top="3" color="brand.fg" pointerEvents="none">
          <Spinner size="sm" />
          <VisuallyHidden>Reply on its way</VisuallyHidden>
        </Box>
      )}
      <Box
        className="row-menu"
        position="absolute"
        right="1"
        top="50%"
        transform="translateY(-50%)"
        opacity={selected ? '1' : '0'}
        css={{ '@media (hover: none)': { opacity: 1 } }}
      >
        <Menu
          label={`Actions for ${title}`}
          trigger={<IconButton label={`Actions for ${title}`} size="sm" icon={<IconMore />} />}
          items={[
            {
              id: 'rename',
              label: 'Rename',
              icon: <IconPencil size={18} />,
              onSelect: () => onRename(row),
            },
            {
              id: 'delete',
              label: 'Delete',
              icon: <IconTrash size={18} />,
              danger: true,
              onSelect: () => onDelete(row),
            },
          ]}
        />
      </Box>
    </ListItem>
  );
});
