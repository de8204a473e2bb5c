import * as z from 'zod/mini';
import { attachmentSchema } from './attachments.ts';
import { idSchema, timestampSchema } from './identifiers.ts';
import { citationSchema } from './citations.ts';

/** A conversation that its owner handed over to a colleague. A person without a name is named by the email. */
export const handoverSchema = z.object({
  id: idSchema(),
  title: z.string(),
  owner_name: z.string(),
  owner_email: z.string(),
  recipient_name: z.string(),
  recipient_email: z.string(),
  /** What the owner wrote to the recipient, on one line. */
  note: z.nullable(z.string()),
  created_at: timestampSchema,
  /** Time at which the recipient first opened it. */
  opened_at: z.nullable(timestampSchema),
});
export type Handover = z.infer<typeof handoverSchema>;

/** A handover with its snapshot: the messages of the branch that was shown, oldest first. */
export const openedHandoverSchema = z.object({
  id: idSchema(),
  conversation_id: idSchema(),
  assistant_id: idSchema(),
  assistant_label: z.string(),
  title: z.string(),
  owner_name: z.string(),
  owner_email: z.string(),
  note: z.nullable(z.string()),
  created_at: timestampSchema,
  messages: z.array(
    z.object({
      id: idSchema(),
      role: z.enum(['user', 'assistant']),
      content: z.string(),
      files: z.array(attachmentSchema),
      created_at: timestampSchema,
      citations: z.optional(z.array(citationSchema)),
      notes: z.optional(z.array(z.string())),
    }),
  ),
});
export type OpenedHandover = z.infer<typeof openedHandoverSchema>;

/** A colleague who may use the assistant of a conversation. */
export const handoverRecipientSchema = z.object({
  id: idSchema(),
  name: z.string(),
  email: z.string(),
});
export type HandoverRecipient = z.infer<typeof handoverRecipientSchema>;
