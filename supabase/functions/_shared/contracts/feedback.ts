import * as z from 'zod/mini';
import { citationSchema } from './citations.ts';
import { idSchema, timestampSchema } from './identifiers.ts';
import { FEEDBACK_COMMENT_MAX_LENGTH } from './limits.ts';
import { storable } from './text.ts';

/** Reasons why a reply was not helpful. */
export const NOT_HELPFUL_REASONS = [
  'wrong',
  'outdated',
  'incomplete',
  'unclear',
  'off_topic',
  'other',
] as const;

/** Problems that a user can report. */
export const PROBLEM_REASONS = ['harmful', 'private', 'disrespectful', 'other'] as const;

export const feedbackRatingSchema = z.enum(['helpful', 'not_helpful', 'problem'], 'Unknown rating');
export type FeedbackRating = z.infer<typeof feedbackRatingSchema>;

/** Stored reasons; which ones fit depends on the rating. */
export const feedbackReasonSchema = z.enum(
  [...NOT_HELPFUL_REASONS, 'harmful', 'private', 'disrespectful'],
  'Choose a reason',
);
export type FeedbackReason = z.infer<typeof feedbackReasonSchema>;

/** Returns the reasons that fit a rating; none for a helpful reply. */
export function feedbackReasons(rating: FeedbackRating): readonly FeedbackReason[] {
  if (rating === 'helpful') return [];
  return rating === 'problem' ? PROBLEM_REASONS : NOT_HELPFUL_REASONS;
}

/**
 * PUT /conversations/{id}/messages/{messageId}/feedback. `shared` lets administrators read the question and the reply.
 */
export const feedbackInputSchema = z
  .object({
    rating: feedbackRatingSchema,
    reason: z.prefault(z.nullable(feedbackReasonSchema), null),
    comment: z.prefault(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(FEEDBACK_COMMENT_MAX_LENGTH, 'Comment must be at most 1,000 characters'),
          storable,
        ),
      '',
    ),
    shared: z.prefault(z.boolean(), false),
  })
  .check(
    z.refine(
      ({ rating, reason }) =>
        reason === null ? rating === 'helpful' : feedbackReasons(rating).includes(reason),
      { message: 'Choose a reason', path: ['reason'] },
    ),
  );
export type FeedbackInput = z.output<typeof feedbackInputSchema>;

/** The caller's feedback on one reply. */
export const replyFeedbackSchema = z.object({
  message_id: idSchema(),
  rating: feedbackRatingSchema,
  reason: z.nullable(feedbackReasonSchema),
  comment: z.string(),
  shared: z.boolean(),
});
export type ReplyFeedback = z.infer<typeof replyFeedbackSchema>;

/** Feedback as administrators review it. `updated_at` identifies its version. */
export const reviewedFeedbackSchema = z.extend(replyFeedbackSchema, {
  id: idSchema(),
  conversation_id: idSchema(),
  turn_id: z.nullable(idSchema()),
  assistant_label: z.string(),
  user_email: z.string(),
  user_name: z.nullable(z.string()),
  created_at: timestampSchema,
  updated_at: timestampSchema,
  reviewed_at: z.nullable(timestampSchema),
  reviewer_email: z.nullable(z.string()),
});
export type ReviewedFeedback = z.infer<typeof reviewedFeedbackSchema>;

export const feedbackPageSchema = z.object({
  rows: z.array(reviewedFeedbackSchema),
  total: z.int(),
});

/** Feedback of each assistant per week, from Monday in Melbourne, the latest week last. */
export const feedbackTrendsSchema = z.array(
  z.object({
    assistant_id: idSchema(),
    label: z.string(),
    weeks: z.array(
      z.object({
        week: z.string(),
        helpful: z.int(),
        not_helpful: z.int(),
        problem: z.int(),
      }),
    ),
  }),
);
export type FeedbackTrends = z.infer<typeof feedbackTrendsSchema>;

/** A question and its reply that a user shared; null if they are not shared. */
export const sharedReplySchema = z.nullable(
  z.object({ question: z.string(), reply: z.string(), citations: z.array(citationSchema) }),
);
export type SharedReply = z.infer<typeof sharedReplySchema>;
