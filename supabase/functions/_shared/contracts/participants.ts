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

/** Status of a participant. Inactive participants are retained, but not offered for selection. */
export const participantStatusSchema = z.enum(['active', 'inactive'], {
  error: ({ input }) =>
    input === undefined || input === ''
      ? 'Status is required'
      : 'Status must be active or inactive',
});
export type ParticipantStatus = z.infer<typeof participantStatusSchema>;

/** Person whom the organisation supports. Participants do not sign in. */
export const participantSchema = z.object({
  id: idSchema(),
  display_name: z.string(),
  status: participantStatusSchema,
  created_at: timestampSchema,
  /** Version that a change is based on. A change sends it back. */
  updated_at: timestampSchema,
});
export type Participant = z.infer<typeof participantSchema>;

/** Fields of a participant that is created or changed. */
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

/** Participant as an option to select for an assistant. */
export const participantOptionSchema = z.object({ id: idSchema(), display_name: z.string() });
export type ParticipantOption = z.infer<typeof participantOptionSchema>;

/**
 * Query of GET /participants: active participants without an assistant whose name contains `q`. The participant of the
 * assistant that is being edited is always included.
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

/** Response of GET /participants, ordered by name. */
export const participantOptionsSchema = rowsSchema(participantOptionSchema);
