import { Flex, IconButton, IconX, List, ListItem, Span } from '@homie/ui';
import type { ReactNode } from 'react';

interface PickedRecordsProps<Picked extends { id: string }> {
  label: string;
  records: readonly Picked[];
  /** Names a record, for the button that removes it. */
  nameOf: (record: Picked) => string;
  /** Renders a record; its name by default. */
  children?: (record: Picked) => ReactNode;
  onChange: (records: readonly Picked[]) => void;
}

/** Renders the records picked for a change, each with a button to remove it. */
export function PickedRecords<Picked extends { id: string }>(props: PickedRecordsProps<Picked>) {
  const { label, records, nameOf, children = nameOf, onChange } = props;
  return (
    <Flex asChild gap="2" flexWrap="wrap">
      <List aria-label={label}>
        {records.map((record) => (
          <ListItem key={record.id} css={chip}>
            <Span overflowWrap="anywhere">{children(record)}</Span>
            <IconButton
              size="sm"
              label={`Remove ${nameOf(record)}`}
              icon={<IconX size={16} />}
              onClick={() => onChange(records.filter(({ id }) => id !== record.id))}
            />
          </ListItem>
        ))}
      </List>
    </Flex>
  );
}

const chip = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  maxWidth: 'full',
  paddingInlineStart: '3',
  bg: 'bg.surface',
  borderWidth: '1px',
  borderColor: 'border.default',
  borderRadius: 'full',
  fontSize: 'sm',
} as const;
