import { useQuery } from '@homie/api-client';
import { Box, Stack, Text } from '@homie/ui';
import { useAdminApi } from '../../data/admin-api';
import { SourceList } from '../../records/source-list';
import { UnreadPanel } from '../../records/unread-panel';

/** The question and the reply that a user shared, and the sources of the reply. */
export function SharedReply({ feedbackId }: { feedbackId: string }) {
  const { admin, api } = useAdminApi();
  const query = useQuery(admin.sharedReplyQuery(api, feedbackId));
  const { data } = query;
  if (data === undefined)
    return (
      <UnreadPanel
        query={query}
        failureTitle="Failed to load the reply"
        label="Loading the reply"
        rows={3}
      />
    );
  if (data === null)
    return <Text tone="muted">The user no longer shares the question and the reply.</Text>;
  return (
    <Stack gap="4">
      <Passage heading="Question" text={data.question || 'Only files were sent.'} />
      <Passage heading="Reply" text={data.reply} />
      {data.citations.length > 0 && (
        <Box>
          <Text fontWeight="medium" size="sm">
            Sources
          </Text>
          <SourceList citations={data.citations} />
        </Box>
      )}
    </Stack>
  );
}

function Passage({ heading, text }: { heading: string; text: string }) {
  return (
    <Box>
      <Text fontWeight="medium" size="sm">
        {heading}
      </Text>
      <Text
        dir="auto"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        paddingInlineStart="3"
        borderInlineStartWidth="2px"
        borderColor="border.default"
      >
        {text}
      </Text>
    </Box>
  );
}
