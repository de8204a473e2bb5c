import * as z from 'zod/mini';
import { TRIAL_HISTORY_MAX, TRIAL_HISTORY_MAX_LENGTH } from './limits.ts';
import { contentSchema } from './message-requests.ts';
import { assistantModelSchema } from './models.ts';
import { storable } from './text.ts';

/**
 * POST /assistants/{id}/try: a reply with these model settings, saved or not. The server stores neither the settings nor
 * the messages, so the client sends the earlier messages of the trial, oldest first.
 */
export const tryAssistantRequestSchema = z.object({
  model: assistantModelSchema,
  history: z
    .array(
      z.object({
        role: z.enum(['user', 'assistant'], 'Role must be user or assistant'),
        text: z
          .string('Earlier messages must be text')
          .check(z.maxLength(TRIAL_HISTORY_MAX_LENGTH, 'Earlier message too long'), storable),
      }),
    )
    .check(z.maxLength(TRIAL_HISTORY_MAX, 'At most 40 earlier messages')),
  content: contentSchema,
});
export type TryAssistantRequest = z.input<typeof tryAssistantRequestSchema>;
