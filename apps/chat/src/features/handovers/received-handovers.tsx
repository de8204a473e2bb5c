import { lazyHandoversApi, useApi, useQuery } from '@homie/api-client';
import { Link } from '@homie/composition';
import type { Handover } from '@homie/contracts';
import { Box, Heading, List, ListItem, Text } from '@homie/ui';

interface ReceivedHandoversProps {
  userId: string;
  /** The handover on the screen. */
  selectedId: string | null;
  onChoose?: (() => void) | undefined;
}

/** The conversations that colleagues handed over to the user; nothing if there are none. */
export function ReceivedHandovers({ userId, selectedId, onChoose }: ReceivedHandoversProps) {
  const api = useApi();
  const { data: handovers = [] } = useQuery({
    // Refetched with the conversations: a handover, its revocation and a change of access reset the changes feed.
    queryKey: ['conversations', 'handovers', 'received', userId],
    queryFn: async () => (await lazyHandoversApi()).listReceivedHandovers(api, userId),
  });
  if (handovers.length === 0) return null;
  return (
    <Box
      flexShrink="0"
      maxHeight="13rem"
      overflowY="auto"
      paddingInline="2"
      paddingBottom="2"
      marginBottom="1"
      borderBottomWidth="1px"
      borderColor="border.subtle"
    >
      <Heading
        as="h3"
        fontSize="xs"
        fontWeight="semibold"
        color="fg.subtle"
        paddingInline="3"
        paddingTop="2"
        paddingBottom="1"
      >
        Handed over to you
      </Heading>
      <List aria-label="Handed over to you">
        {handovers.map((handover) => (
          <ListItem key={handover.id}>
            <Row handover={handover} selected={handover.id === selectedId} onChoose={onChoose} />
          </ListItem>
        ))}
      </List>
    </Box>
  );
}

interface RowProps extends Pick<ReceivedHandoversProps, 'onChoose'> {
  handover: Handover;
  selected: boolean;
}

function Row({ handover: { id, title, owner_email, opened_at }, selected, onChoose }: RowProps) {
  return (
    <Box
      asChild
      display="block"
      paddingBlock="2"
      paddingInline="3"
      marginBottom="0.5"
      borderRadius="md"
      bg={selected ? 'bg.muted' : 'transparent'}
      _hover={selected ? {} : { bg: 'bg.subtle' }}
      _focusVisible={{ outlineOffset: '-2px' }}
      css={{ '@media (forced-colors: active)': selected ? { outline: '1px solid' } : {} }}
    >
      <Link to={`?handover=${id}`} aria-current={selected ? 'page' : undefined} onClick={onChoose}>
        <Text
          truncate
          dir="auto"
          textAlign="left"
          fontWeight={opened_at === null ? 'bold' : 'medium'}
          title={title}
        >
          {title}
        </Text>
        <Text truncate size="sm" tone={selected ? 'muted' : 'subtle'} title={owner_email}>
          {opened_at === null && 'New · '}Handed over by {owner_email}
        </Text>
      </Link>
    </Box>
  );
}
