import { useQuery } from '@homie/api-client';
import type { Participant } from '@homie/contracts';
import { Stack, Text } from '@homie/ui';
import { useAdminApi } from '../../data/admin-api';
import { DocumentsPanel } from '../../documents/documents-panel';
import { RecordLink } from '../../records/record-link';
import { RecordSection } from '../../records/record-section';
import { UnreadPanel } from '../../records/unread-panel';
import { Viewers } from '../../records/who-can-see';

/** The sections on the page of a participant: the people with access, the assistant, the documents. */
export function ParticipantPage({ record: { id } }: { record: Participant }) {
  return (
    <>
      <RecordSection title="Documents">
        <DocumentsPanel holder={{ participantId: id }} />
      </RecordSection>
      <Stack gap="5">
        <RecordSection title="Assistant">
          <OwnAssistant participantId={id} />
        </RecordSection>
        <RecordSection title="Who can see this?">
          <Viewers kind="participant" id={id} />
        </RecordSection>
      </Stack>
    </>
  );
}

function OwnAssistant({ participantId }: { participantId: string }) {
  const { admin, api } = useAdminApi();
  const query = useQuery(admin.participantAssistantQuery(api, participantId));
  const { data: assistant } = query;
  if (assistant === undefined)
    return (
      <UnreadPanel
        query={query}
        failureTitle="Failed to load the assistant"
        rows={1}
        label="Loading the assistant"
      />
    );
  if (assistant === null)
    return (
      <Text size="sm" tone="muted">
        No assistant belongs to this participant yet.
      </Text>
    );
  return (
    <RecordLink kind="assistant" id={assistant.id}>
      {assistant.label}
    </RecordLink>
  );
}
