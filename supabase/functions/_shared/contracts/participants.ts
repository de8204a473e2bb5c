import * as z from 'zod/mini';
import { rowsSchema } from './envelope.ts';
import { idSchema, timestampSchema } from './identifiers.ts';
import {
  PARTICIPANT_NAME_MAX_LENGTH,
  PARTICIPANT_NAME_MIN_LENGTH,
  PARTICIPANT_OPTIONS_MAX,
} from './limits.ts';
import { limitSchema } from './paging.ts';
import { isPrintableAscii, storable } from './text.ts';

/** Inactive participants are kept, and not offered where one is chosen. */
export const participantStatusSchema = z.enum(['active', 'inactive'], {
  error: ({ input }) =>
    input === undefined || input === ''
      ? 'Status is required'
      : 'Status must be active or inactive',
});
export type ParticipantStatus = z.infer<typeof participantStatusSchema>;

/** Somebody whom the organisation supports. Participants do not sign in. */
export const participantSchema = z.object({
  id: idSchema(),
  display_name: z.string(),
  status: participantStatusSchema,
  created_at: timestampSchema,
  /** The version that a change was made to: it goes back with the change. */
  updated_at: timestampSchema,
});
export type Participant = z.infer<typeof participantSchema>;

/** What makes up a participant when one is created or changed. */
export const participantInputSchema = z.object({
  display_name: z
    .string('Display name is required')
    .check(
      z.trim(),
      z.minLength(PARTICIPANT_NAME_MIN_LENGTH, 'Display name must be at least 2 characters'),
      z.maxLength(PARTICIPANT_NAME_MAX_LENGTH, 'Display name must be at most 80 characters'),
      z.refine<string>(
        isPrintableAscii,
        'Display name must contain only ASCII printable characters',
      ),
    ),
  status: participantStatusSchema,
});
export type ParticipantInput = z.infer<typeof participantInputSchema>;

/** A participant as one is chosen for an assistant. */
export const participantOptionSchema = z.object({ id: idSchema(), display_name: z.string() });
export type ParticipantOption = z.infer<typeof participantOptionSchema>;

/**
 * The query of GET /participants: those who are active, have no assistant, and whose name contains `q`. The participant of
 * the assistant that is being edited is always among them.
 */
export const participantOptionsQuerySchema = z.object({
  q: z.optional(
    z
      .string()
      .check(z.trim(), z.maxLength(PARTICIPANT_NAME_MAX_LENGTH, 'Query too long'), storable),
  ),
  assistantId: z.optional(idSchema('Invalid assistant ID')),
  limit: limitSchema(PARTICIPANT_OPTIONS_MAX),
});

/** The answer of GET /participants, ordered by name. */
export const participantOptionsSchema = rowsSchema(participantOptionSchema);
