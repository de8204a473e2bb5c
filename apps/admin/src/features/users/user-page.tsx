import type { User } from '@homie/contracts';
import { Stack } from '@homie/ui';
import { OwnedDocuments } from '../../documents/owned-documents';
import { RecordSection } from '../../records/record-section';
import { SeenAssistants, SeenParticipants } from './sees-panel';

/** The sections on the page of a user: whom they support, which assistants they use, which documents they own. */
export function UserPage({ record: { id, role } }: { record: User }) {
  return (
    <>
      <Stack gap="5">
        <RecordSection title="Participants">
          <SeenParticipants userId={id} role={role.name} />
        </RecordSection>
        <RecordSection title="Owned documents">
          <OwnedDocuments userId={id} />
        </RecordSection>
      </Stack>
      <RecordSection title="Assistants">
        <SeenAssistants userId={id} role={role.name} />
      </RecordSection>
    </>
  );
}
