import { Badge, Box, Button, Flex, HStack, ListItem, Text } from '@homie/ui';
import { TimeText } from '../time/time-text.tsx';
import { useNow } from '../time/use-now.ts';
import { describeDevice } from '@homie/contracts/describe-device';

/** Props of {@link SessionItem}. */
export interface SessionItemProps {
  session: {
    user_agent: string | null;
    ip: string | null;
    last_seen_at: string;
    is_current: boolean;
  };
  /** Where the address is, e.g. "Melbourne, Australia". */
  place: string | undefined;
  onEnd: () => void;
}

/** One session: device, place, address, last use, and a button that ends it. */
export function SessionItem({ session, place, onEnd }: SessionItemProps) {
  const { user_agent, ip, last_seen_at, is_current } = session;
  const now = useNow();
  const device = describeDevice(user_agent);
  return (
    <ListItem borderTopWidth="1px" borderColor="border.subtle" paddingBlock="3">
      <Flex gap="3" alignItems="center" flexWrap="wrap">
        <Box flex="1" minWidth="52">
          <HStack gap="2" flexWrap="wrap">
            <Text translate="no" fontWeight="medium">
              {device}
            </Text>
            {is_current && <Badge tone="success">This device</Badge>}
          </HStack>
          <Text size="sm" tone="muted" overflowWrap="anywhere">
            {is_current ? (
              <span key="now">Active now</span>
            ) : (
              <span>
                Last seen <TimeText moment={last_seen_at} now={now} />
              </span>
            )}
            <span translate="no">
              {[place, ip].map((part) => (part ? ` · ${part}` : '')).join('')}
            </span>
          </Text>
        </Box>
        {!is_current && (
          <Button variant="outline" size="sm" aria-label={`End session: ${device}`} onClick={onEnd}>
            End session
          </Button>
        )}
      </Flex>
    </ListItem>
  );
}
