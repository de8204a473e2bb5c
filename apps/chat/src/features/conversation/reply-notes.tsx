import { Flex, IconInfo, List, ListItem, Text } from '@homie/ui';

/** Notes for the reader of a reply, in muted text under it: e.g. that only part of a file was read. */
export function ReplyNotes({ notes }: { notes: readonly string[] }) {
  return (
    <List aria-label="Notes on this reply" display="grid" gap="1" paddingTop="2">
      {notes.map((note) => (
        <ListItem key={note}>
          <Flex gap="2" alignItems="flex-start" color="fg.muted">
            <Flex flexShrink="0" height="5" alignItems="center">
              <IconInfo size={16} />
            </Flex>
            <Text as="span" size="sm" tone="muted" overflowWrap="anywhere" minWidth="0">
              {note}
            </Text>
          </Flex>
        </ListItem>
      ))}
    </List>
  );
}
