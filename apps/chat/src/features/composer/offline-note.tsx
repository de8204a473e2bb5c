import { Flex, IconOffline, Text } from '@homie/ui';
import { useOnline, useServerReachable } from '../../engine/react';

/** Announces that the browser is offline, or the server down, and that messages are queued in the meantime. */
export function OfflineNote() {
  const online = useOnline();
  const reachable = useServerReachable();
  return (
    <Text as="output" flex="1" minWidth="0" size="sm" tone="muted" lineHeight="snug">
      {!reachable && (
        <Flex as="span" alignItems="center" gap="1.5">
          <IconOffline size={16} style={{ flexShrink: 0 }} />
          <span>
            {online
              ? "The server can't be reached. Messages will send when it's back."
              : "You're offline. Messages will send when you're back."}
          </span>
        </Flex>
      )}
    </Text>
  );
}
