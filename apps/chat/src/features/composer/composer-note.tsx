import { MESSAGE_MAX_LENGTH } from '@homie/contracts';
import { Flex, IconOffline, Text } from '@homie/ui';
import { useOnline } from '../../network/use-online';

/** From here on the composer says how much room is left. */
const NEARLY_FULL = MESSAGE_MAX_LENGTH - 1_000;

/** What there is to know before sending: that messages wait, or that one is too long. Spoken once, when it begins. */
export function ComposerNote({ length }: { length: number }) {
  const online = useOnline();
  const tooLong = length > MESSAGE_MAX_LENGTH;
  return (
    <Flex flex="1" minWidth="0" alignItems="center" justifyContent="flex-end" gap="3">
      <Text as="output" flex="1" minWidth="0" size="sm" tone="muted" lineHeight="snug">
        {!online && (
          <Flex as="span" alignItems="center" gap="1.5">
            <IconOffline size={16} />
            Offline. Messages will wait.
          </Flex>
        )}
        {online && tooLong && 'Too long to send. Shorten it, or attach it as a file.'}
      </Text>
      {length > NEARLY_FULL && (
        <Text size="sm" tone={tooLong ? 'danger' : 'subtle'} flexShrink="0">
          {`${length.toLocaleString()} of ${MESSAGE_MAX_LENGTH.toLocaleString()}`}
        </Text>
      )}
    </Flex>
  );
}
