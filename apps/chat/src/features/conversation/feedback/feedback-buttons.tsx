import { lazyFeedbackApi } from '@homie/api-client';
import type { FeedbackInput } from '@homie/contracts';
import { announce, toast } from '@homie/ui';
import { IconFlag, IconThumbsDown, IconThumbsUp } from '@homie/widgets';
import { useCallback, useState } from 'react';
import { WhenLoaded } from '../../../platform/when-loaded';
import { ActionButton } from '../action-button';
import { useReplyFeedback, type ReplyId } from './use-reply-feedback';

async function loadDialog() {
  const [{ FeedbackDialog }, feedbackApi] = await Promise.all([
    import('./feedback-dialog'),
    lazyFeedbackApi(),
  ]);
  return { FeedbackDialog, feedbackApi };
}

const HELPFUL: FeedbackInput = { rating: 'helpful', reason: null, comment: '', shared: false };

const chosen = { color: 'brand.fg', bg: 'brand.subtle', 'aria-pressed': true } as const;

/** Rates a reply as helpful or not, and reports a problem with it. */
export function FeedbackButtons(reply: ReplyId) {
  const { feedback, change } = useReplyFeedback(reply);
  const [dialog, setDialog] = useState<'not_helpful' | 'problem' | null>(null);
  const close = useCallback(() => setDialog(null), []);
  const [isSaving, setSaving] = useState(false);
  const rating = feedback?.rating;

  async function save(next: FeedbackInput | null) {
    const earlier = feedback;
    setSaving(true);
    try {
      await change(next);
    } catch {
      toast.error({ title: 'Error', description: 'Failed to save your feedback' });
      return;
    } finally {
      setSaving(false);
    }
    const text = next ? 'Feedback saved' : 'Feedback removed';
    // A reason and a comment can be restored.
    if (earlier?.reason)
      toast.success({ title: text, action: { label: 'Undo', run: () => void save(earlier) } });
    else announce(`${text}.`);
  }

  const shared = { unavailable: isSaving ? 'Saving...' : null, 'aria-pressed': false } as const;
  return (
    <>
      <ActionButton
        label="Helpful"
        icon={<IconThumbsUp size={16} />}
        {...shared}
        {...(rating === 'helpful' && chosen)}
        onClick={() => void save(rating === 'helpful' ? null : HELPFUL)}
      />
      <ActionButton
        label="Not helpful"
        icon={<IconThumbsDown size={16} />}
        {...shared}
        {...(rating === 'not_helpful' && chosen)}
        aria-haspopup="dialog"
        onClick={() => setDialog('not_helpful')}
      />
      <ActionButton
        label="Report a problem"
        icon={<IconFlag size={16} />}
        {...shared}
        {...(rating === 'problem' && chosen)}
        aria-haspopup="dialog"
        onClick={() => setDialog('problem')}
      />
      {dialog && (
        <WhenLoaded load={loadDialog} onFailure={close}>
          {({ FeedbackDialog, feedbackApi }) => (
            <FeedbackDialog
              rating={dialog}
              feedbackApi={feedbackApi}
              feedback={feedback}
              onSave={change}
              onRemove={() => {
                close();
                void save(null);
              }}
              onClose={close}
            />
          )}
        </WhenLoaded>
      )}
    </>
  );
}
