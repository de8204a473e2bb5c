import { Flex, IconOffline, Text } from '@homie/ui';
import { useOnline } from '../../network/use-online';

/** Says, once, that there is no network and what becomes of messages meanwhile. */
export function OfflineNote() {
  const online = useOnline();
  return (
    <Text as="output" flex="1" minWidth="0" size="sm" tone="muted" lineHeight="snug">
      {!online && (
        <Flex as="span" alignItems="center" gap="1.5">
          <IconOffline size={16} style={{ flexShrink: 0 }} />
          Offline. Messages will wait.
        </Flex>
      )}
    </Text>
  );
}
