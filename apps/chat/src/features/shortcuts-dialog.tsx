import { Box, Dialog, Flex, Heading, Stack, Text, VisuallyHidden } from '@homie/ui';
import { isApple } from '../platform/is-apple';
import { shortcutKeys } from '../platform/shortcut-keys';
import type { ShortcutId } from '../platform/shortcuts';

const LABELS: Record<ShortcutId, string> = {
  commands: 'Open commands',
  help: 'Show keyboard shortcuts',
  'toggle-sidebar': 'Show or hide conversations',
  'new-chat': 'New Chat',
  previous: 'Previous conversation in the list',
  next: 'Next conversation in the list',
  'focus-composer': 'Go to the message field',
  stop: 'Stop the reply, from the message field',
  'copy-reply': 'Copy the last reply',
  'next-match': 'Next match of a search',
  'previous-match': 'Previous match of a search',
};

const GROUPS: Record<string, readonly ShortcutId[]> = {
  General: ['commands', 'help', 'toggle-sidebar'],
  Conversations: ['new-chat', 'previous', 'next'],
  Messages: ['focus-composer', 'stop', 'copy-reply', 'next-match', 'previous-match'],
};

/** The spoken names of the keys. */
const SPOKEN: Record<string, string> = {
  '⌘': 'Command',
  '⌥': 'Option',
  '⇧': 'Shift',
  Ctrl: 'Control',
  Esc: 'Escape',
  '↑': 'Up arrow',
  '↓': 'Down arrow',
  '/': 'Slash',
};

function Keys({ id }: { id: ShortcutId }) {
  const keys = shortcutKeys(id, isApple());
  return (
    <Flex gap="1" flexShrink="0">
      <VisuallyHidden>{keys.map((key) => SPOKEN[key] ?? key).join(' ')}</VisuallyHidden>
      {keys.map((key) => (
        <Box
          key={key}
          asChild
          minWidth="7"
          paddingInline="1.5"
          paddingBlock="0.5"
          textAlign="center"
          fontFamily="body"
          fontSize="sm"
          bg="bg.subtle"
          borderWidth="1px"
          borderBottomWidth="2px"
          borderColor="border.default"
          borderRadius="md"
        >
          <kbd aria-hidden>{key}</kbd>
        </Box>
      ))}
    </Flex>
  );
}

/** Lists the keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title="Keyboard shortcuts" onClose={onClose}>
      <Stack gap="5">
        {Object.entries(GROUPS).map(([group, ids]) => (
          <section key={group} aria-labelledby={`shortcuts-${group}`}>
            <Heading as="h3" id={`shortcuts-${group}`} size="sm" marginBottom="1">
              {group}
            </Heading>
            <dl>
              {ids.map((id) => (
                <Flex
                  key={id}
                  alignItems="center"
                  justifyContent="space-between"
                  gap="4"
                  paddingBlock="1.5"
                  borderBottomWidth="1px"
                  borderColor="border.subtle"
                  _last={{ borderBottomWidth: '0' }}
                >
                  <Text as="dt">{LABELS[id]}</Text>
                  <Box as="dd">
                    <Keys id={id} />
                  </Box>
                </Flex>
              ))}
            </dl>
          </section>
        ))}
      </Stack>
    </Dialog>
  );
}
