import { lazySourcesApi, useApi, useQuery } from '@homie/api-client';
import { Dialog, ErrorState, LoadingState, Stack, Text } from '@homie/ui';
import { ReplyText } from './reply-text';

/** The whole text of a record that a reply quotes, such as a care plan. */
export function RecordDialog({ recordId, onClose }: { recordId: string; onClose: () => void }) {
  const api = useApi();
  const {
    data: record,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['records', recordId],
    queryFn: async () => (await lazySourcesApi()).getRecord(api, recordId),
  });
  return (
    <Dialog open title={record?.title ?? 'Source'} onClose={onClose}>
      {record ? (
        <Stack gap="4">
          <Text size="sm" tone="muted">
            Record of {record.assistants.label}
          </Text>
          <ReplyText conversationId="" text={record.content} live={false} />
        </Stack>
      ) : record === null ? (
        <Text>This record was removed, or you no longer have access to it.</Text>
      ) : isError ? (
        <ErrorState
          title="The record could not be loaded"
          description="Check your connection and try again."
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingState label="Loading the record..." />
      )}
    </Dialog>
  );
}
