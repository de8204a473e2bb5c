import { Box, Dialog, Flex, Heading, Stack, Text, VisuallyHidden } from '@homie/ui';
import { isApple } from '../platform/is-apple';
import { SHORTCUTS, shortcutKeys, type Shortcut } from '../platform/shortcuts';

const GROUPS = ['General', 'Conversations', 'Messages'] as const;

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

function Keys({ shortcut }: { shortcut: Shortcut }) {
  const keys = shortcutKeys(shortcut, isApple());
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
        {GROUPS.map((group) => (
          <section key={group} aria-labelledby={`shortcuts-${group}`}>
            <Heading as="h3" id={`shortcuts-${group}`} size="sm" marginBottom="1">
              {group}
            </Heading>
            <dl>
              {SHORTCUTS.filter((shortcut) => shortcut.group === group).map((shortcut) => (
                <Flex
                  key={shortcut.id}
                  alignItems="center"
                  justifyContent="space-between"
                  gap="4"
                  paddingBlock="1.5"
                  borderBottomWidth="1px"
                  borderColor="border.subtle"
                  _last={{ borderBottomWidth: '0' }}
                >
                  <Text as="dt">{shortcut.label}</Text>
                  <Box as="dd">
                    <Keys shortcut={shortcut} />
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
