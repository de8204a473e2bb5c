import { lazyFollowUpsApi, useApi, useQuery } from '@homie/api-client';
import { Box } from '@homie/ui';
import { QuestionList } from '../../platform/question-list';

interface FollowUpsProps {
  conversationId: string;
  messageId: string;
}

/** Questions that the user may ask after the last reply. Nothing if there are none, or if they cannot be loaded. */
export function FollowUps({ conversationId, messageId }: FollowUpsProps) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['follow-ups', messageId],
    queryFn: async () =>
      (await lazyFollowUpsApi()).suggestFollowUps(api, { conversationId, messageId }),
    staleTime: Infinity,
    retry: false,
    // Another tab requests them.
    refetchInterval: ({ state }) => (state.data?.pending ? 3_000 : false),
  });
  if (!data || data.questions.length === 0) return null;
  return (
    <Box maxWidth="form" paddingTop="2">
      <QuestionList
        label="Follow-up questions"
        draftId={conversationId}
        questions={data.questions}
      />
    </Box>
  );
}
