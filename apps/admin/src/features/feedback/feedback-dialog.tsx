import { AuthorName } from '../../people/author-name';
import { Link, useContributions } from '@homie/composition';
import type { ReviewedFeedback } from '@homie/contracts';
import { Box, Button, Dialog, EmptyState, IconSearch, LinkButton, Stack, Text } from '@homie/ui';
import { feedbackReasonLabel, TimeText, useNow } from '@homie/widgets';
import { useState, type ReactNode } from 'react';
import { useAdminApi } from '../../data/admin-api';
import { useChange } from '../../data/use-change';
import { RatingBadge } from './rating-badge';
import { SharedReply } from './shared-reply';

interface FeedbackDialogProps {
  /** Undefined if it is not on the page of the list. */
  feedback: ReviewedFeedback | undefined;
  onClose: () => void;
}

/** One piece of feedback: what the user wrote, the shared messages, and the review. */
export function FeedbackDialog({ feedback, onClose }: FeedbackDialogProps) {
  const { admin, api } = useAdminApi();
  const { busy, run } = useChange((client) =>
    client.invalidateQueries({ queryKey: admin.FEEDBACK_KEY }),
  );
  if (!feedback)
    return (
      <Dialog open title="Feedback" onClose={onClose}>
        <EmptyState
          headingAs="h3"
          icon={<IconSearch />}
          title="Not found"
          description="This feedback was removed, or is on another page of the list."
        />
      </Dialog>
    );

  const { reviewed_at } = feedback;
  async function review(version: ReviewedFeedback, isReviewed: boolean) {
    const isSaved = await run({
      async run() {
        await admin.reviewFeedback(api, version, isReviewed);
        return isReviewed ? 'Marked as reviewed' : 'Marked as new';
      },
    });
    if (isSaved) onClose();
  }

  return (
    <Dialog
      open
      title={feedback.reason === null ? 'Helpful' : feedbackReasonLabel(feedback.reason)}
      description={<span translate="no">{feedback.assistant_label}</span>}
      onClose={onClose}
      footer={
        <Button
          variant={reviewed_at === null ? 'solid' : 'outline'}
          busy={busy}
          onClick={() => void review(feedback, reviewed_at === null)}
        >
          {reviewed_at === null ? 'Mark as reviewed' : 'Mark as new'}
        </Button>
      }
    >
      <FeedbackDetails feedback={feedback} />
    </Dialog>
  );
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <Box>
      <Text as="dt" size="sm" tone="muted">
        {term}
      </Text>
      <Box as="dd" overflowWrap="anywhere" whiteSpace="pre-wrap">
        {children}
      </Box>
    </Box>
  );
}

function FeedbackDetails({ feedback }: { feedback: ReviewedFeedback }) {
  const now = useNow();
  const [isReading, setReading] = useState(false);
  const hasAudit = useContributions('adminSections').some(({ id }) => id === 'audit');
  const { reviewed_at } = feedback;
  return (
    <Stack gap="5">
      <Stack asChild gap="3">
        <dl>
          <Detail term="Rating">
            <RatingBadge rating={feedback.rating} />
          </Detail>
          {feedback.comment !== '' && <Detail term="Comment">{feedback.comment}</Detail>}
          <Detail term="User">
            <span translate="no" title={feedback.user_email}>
              {feedback.user_name ?? feedback.user_email}
            </span>
            , <TimeText moment={feedback.updated_at} now={now} />
          </Detail>
          {reviewed_at !== null && (
            <Detail term="Reviewed">
              <AuthorName email={feedback.reviewer_email} absent="A deleted user" />,{' '}
              <TimeText moment={reviewed_at} now={now} />
            </Detail>
          )}
        </dl>
      </Stack>
      {!feedback.shared ? (
        <Text size="sm" tone="muted">
          The user didn't share the question and the reply, so only the user can read them.
        </Text>
      ) : isReading ? (
        <SharedReply feedbackId={feedback.id} />
      ) : (
        <Box>
          <Button variant="outline" onClick={() => setReading(true)}>
            Show question and reply
          </Button>
          <Text size="sm" tone="muted" marginTop="1">
            The user shared them with administrators. The audit log records that you read them.
          </Text>
        </Box>
      )}
      {hasAudit && (
        <Box>
          <LinkButton asChild variant="outline">
            <Link to={auditAddress(feedback)}>Show this reply in the audit log</Link>
          </LinkButton>
        </Box>
      )}
    </Stack>
  );
}

/** Returns the address of the audit entries of the turn that wrote the reply. */
function auditAddress({ conversation_id, turn_id }: ReviewedFeedback): string {
  const query = new URLSearchParams({ dates: 'all', conversation: conversation_id });
  if (turn_id !== null) query.set('q', turn_id);
  return `/admin/audit?${query}`;
}
