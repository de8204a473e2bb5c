import type { FeedbackApi } from '@homie/api-client';
import type { FeedbackInput, FeedbackReason, ReplyFeedback } from '@homie/contracts';
import { Button, SwitchField, TextareaField, toast } from '@homie/ui';
import { FormDialog } from '@homie/widgets';
import { ReasonField } from './reason-field';

interface FeedbackValues {
  rating: FeedbackInput['rating'];
  reason: FeedbackReason | null;
  comment: string;
  shared: boolean;
}

interface FeedbackDialogProps {
  rating: 'not_helpful' | 'problem';
  feedbackApi: FeedbackApi;
  /** The stored feedback on the reply, with any rating. */
  feedback: ReplyFeedback | null;
  /** @throws if it was not saved */
  onSave: (feedback: FeedbackInput) => Promise<void>;
  onRemove: () => void;
  onClose: () => void;
}

const TITLES = { not_helpful: 'What was not helpful?', problem: 'Report a problem' } as const;

/** Collects the reason why a reply was not helpful or is a problem, and a comment. */
export function FeedbackDialog(props: FeedbackDialogProps) {
  const { rating, feedbackApi, feedback, onSave, onRemove, onClose } = props;
  const isStored = feedback?.rating === rating;
  const defaultValues: FeedbackValues = {
    rating,
    reason: isStored ? feedback.reason : null,
    comment: feedback?.comment ?? '',
    // Consent to share was given with the other rating.
    shared: isStored && feedback.shared,
  };
  return (
    <FormDialog
      title={TITLES[rating]}
      description="Administrators read this, with your name and the name of the assistant."
      schema={feedbackApi.feedbackInputSchema}
      defaultValues={defaultValues}
      submitLabel="Send feedback"
      busyLabel="Sending..."
      aside={
        isStored && (
          <Button variant="ghost" onClick={onRemove}>
            Remove feedback
          </Button>
        )
      }
      onClose={onClose}
      onSubmit={async (values, actions) => {
        try {
          await onSave(values);
        } catch {
          toast.error({ title: 'Error', description: 'Failed to save your feedback' });
          return;
        }
        actions.finish();
        toast.success({
          title: 'Feedback sent',
          description: 'Thank you. Administrators will read it.',
        });
      }}
    >
      <ReasonField reasons={feedbackApi.feedbackReasons(rating)} />
      <TextareaField<FeedbackValues>
        name="comment"
        label="Comment"
        hint="Optional. Say what you expected instead."
        rows={3}
        maxLength={1000}
      />
      <SwitchField<FeedbackValues>
        name="shared"
        label="Share this question and reply"
        hint="Administrators can't read your conversations. If you share these two messages, they can read them and their sources."
      />
    </FormDialog>
  );
}
