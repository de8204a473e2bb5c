import { useQuery, type DocumentHolder, type EditedAssistant } from '@homie/api-client';
import { useSession } from '@homie/auth';
import { useDocumentTitle, useSearchParams } from '@homie/composition';
import { Box, EmptyState, Field, IconFile, Page, Select } from '@homie/ui';
import { DocumentsPanel } from '../../documents/documents-panel';
import { useAdminApi } from '../../data/admin-api';
import { UnreadPanel } from '../../records/unread-panel';

interface Choice {
  value: string;
  label: string;
  holder: DocumentHolder;
}

/** Returns the assistants and their participants, whose documents are edited separately. */
function toChoices(assistants: readonly EditedAssistant[]): Choice[] {
  return assistants.flatMap(({ id, label, participant_id }): Choice[] => [
    { value: id, label, holder: { assistantId: id } },
    ...(participant_id === null
      ? []
      : [
          {
            value: participant_id,
            label: `${label}: participant`,
            holder: { participantId: participant_id },
          },
        ]),
  ]);
}

/** /admin/documents: the documents that a user may edit without being an administrator, of one assistant at a time. */
export function DocumentsScreen() {
  useDocumentTitle('Documents');
  const { admin, api } = useAdminApi();
  const userId = useSession()?.user.id ?? '';
  const query = useQuery(admin.editedAssistantsQuery(api, userId));
  const [parameters, setParameters] = useSearchParams();
  if (!query.data)
    return (
      <Page title="Documents" size="sheet">
        <UnreadPanel
          query={query}
          failureTitle="Failed to load your assistants"
          rows={5}
          label="Loading documents"
        />
      </Page>
    );
  const choices = toChoices(query.data);
  const chosen = choices.find(({ value }) => value === parameters.get('of')) ?? choices[0];
  return (
    <Page title="Documents" size="sheet">
      {!chosen && (
        <EmptyState
          icon={<IconFile />}
          title="No documents to edit"
          description="Ask an administrator for the right to edit the documents of an assistant."
        />
      )}
      {chosen && (
        <>
          <Box mb="4">
            <Field label="Assistant">
              {(control) => (
                <Select
                  {...control}
                  options={choices}
                  value={chosen.value}
                  onChange={({ currentTarget }) => setParameters({ of: currentTarget.value })}
                />
              )}
            </Field>
          </Box>
          <DocumentsPanel key={chosen.value} holder={chosen.holder} />
        </>
      )}
    </Page>
  );
}
