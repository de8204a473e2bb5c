import { useQuery } from '@homie/api-client';
import { Link } from '@homie/composition';
import type { Assistant } from '@homie/contracts';
import { Flex, List, Stack, Text, TextLink } from '@homie/ui';
import { TimeText, useNow } from '@homie/widgets';
import { useAdminApi } from '../../data/admin-api';
import { DocumentsPanel } from '../../documents/documents-panel';
import { ListRow } from '../../lists/list-row';
import { RecordLink } from '../../records/record-link';
import { RecordSection } from '../../records/record-section';
import { UnreadPanel } from '../../records/unread-panel';
import { Viewers } from '../../records/who-can-see';

/** The sections on the page of an assistant: the people with access, the participant, documents, own conversations. */
export function AssistantPage({ record }: { record: Assistant }) {
  const { id, participant_id, participant_name } = record;
  return (
    <>
      <RecordSection title="Documents">
        <DocumentsPanel holder={{ assistantId: id }} />
      </RecordSection>
      <Stack gap="5">
        <RecordSection title="Who can see this?">
          <Viewers kind="assistant" id={id} />
        </RecordSection>
        {participant_id !== null && (
          <RecordSection title="Participant">
            <RecordLink kind="participant" id={participant_id}>
              {participant_name}
            </RecordLink>
          </RecordSection>
        )}
        <RecordSection title="Your conversations">
          <OwnConversations assistantId={id} />
        </RecordSection>
      </Stack>
    </>
  );
}

function OwnConversations({ assistantId }: { assistantId: string }) {
  const { admin, api } = useAdminApi();
  const now = useNow();
  const query = useQuery(admin.ownConversationsQuery(api, assistantId));
  const { data: conversations } = query;
  if (!conversations)
    return (
      <UnreadPanel
        query={query}
        failureTitle="Failed to load your conversations"
        rows={2}
        label="Loading your conversations"
      />
    );
  if (conversations.length === 0)
    return (
      <Text size="sm" tone="muted">
        You have no conversations with this assistant. Those of others are private.
      </Text>
    );
  return (
    <List aria-label="Your conversations">
      {conversations.map(({ id, title, updated_at }) => (
        <ListRow key={id}>
          <Flex gap="3" justifyContent="space-between" fontSize="sm">
            <TextLink asChild>
              <Link translate="no" to={`/app?conversation=${id}`}>
                {title}
              </Link>
            </TextLink>
            <TimeText moment={updated_at} now={now} />
          </Flex>
        </ListRow>
      ))}
    </List>
  );
}
