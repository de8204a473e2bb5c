import { Link } from '@homie/composition';
import type { Handover } from '@homie/contracts';
import { Box, Card, Heading, LinkButton, List, ListItem, Stack, Text } from '@homie/ui';

interface ReceivedHandoversProps {
  handovers: readonly Handover[];
  /** The handover on the screen. */
  selectedId: string | null;
  onChoose?: (() => void) | undefined;
}

/** The conversations that colleagues handed over to the user. */
export function ReceivedHandovers({ handovers, selectedId, onChoose }: ReceivedHandoversProps) {
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

function Row({ handover, selected, onChoose }: RowProps) {
  const { id, title, owner_name, owner_email, note, opened_at } = handover;
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
          translate="no"
          truncate
          dir="auto"
          textAlign="left"
          fontWeight={opened_at === null ? 'bold' : 'medium'}
          title={title}
        >
          {title}
        </Text>
        <Text truncate size="sm" tone={selected ? 'muted' : 'subtle'} title={owner_email}>
          <span>{opened_at === null ? 'New · Handed over by ' : 'Handed over by '}</span>
          <span translate="no">{owner_name}</span>
        </Text>
        {note !== null && opened_at === null && (
          <Text translate="no" truncate size="sm" dir="auto" textAlign="left" title={note}>
            {note}
          </Text>
        )}
      </Link>
    </Box>
  );
}

/** Number of cards on the welcome screen; the sidebar lists all. */
const CARDS_MAX = 3;

/** The handovers that the user has not opened, as cards. */
export function NewHandoverCards({ handovers }: Pick<ReceivedHandoversProps, 'handovers'>) {
  return (
    <List aria-label="New handovers">
      <Stack gap="3">
        {handovers.slice(0, CARDS_MAX).map(({ id, title, owner_name, owner_email, note }) => (
          <ListItem key={id}>
            <Card display="flex" alignItems="center" gap="4" flexWrap="wrap">
              <Box flex="1" minWidth="12rem" overflowWrap="anywhere">
                <Text size="sm" tone="muted">
                  <span>Handed over to you by </span>
                  <span translate="no" title={owner_email}>
                    {owner_name}
                  </span>
                </Text>
                <Text translate="no" dir="auto" fontWeight="medium">
                  {title}
                </Text>
                {note !== null && (
                  <Text translate="no" dir="auto">
                    {`‘${note}’`}
                  </Text>
                )}
              </Box>
              <LinkButton asChild size="sm">
                <Link to={`?handover=${id}`} aria-label={`Open ${title}`}>
                  Open
                </Link>
              </LinkButton>
            </Card>
          </ListItem>
        ))}
      </Stack>
    </List>
  );
}
