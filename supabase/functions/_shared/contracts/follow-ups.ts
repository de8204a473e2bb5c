import * as z from 'zod/mini';

/** Response of POST /conversations/{id}/messages/{messageId}/follow-ups. */
export const followUpQuestionsSchema = z.object({
  questions: z.array(z.string()),
  /** True while another call requests them. */
  pending: z.boolean(),
});
export type FollowUpQuestions = z.infer<typeof followUpQuestionsSchema>;
