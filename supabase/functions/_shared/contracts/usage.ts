/** What administrators see about the usage of the product. */
import * as z from 'zod/mini';
import { idSchema } from './identifiers.ts';

/** What needs attention, and the activity of the last seven days in Melbourne, today last. */
export const overviewSchema = z.object({
  users_without_access: z.int(),
  /** Only administrators can use them. */
  assistants_without_access: z.int(),
  /** Reported problems that are not reviewed. */
  reported_replies: z.int(),
  documents_due: z.int(),
  /** The first of the documents whose review is due. */
  documents: z.array(
    z.object({
      id: idSchema(),
      title: z.string(),
      review_on: z.string(),
      assistant_id: z.nullable(idSchema()),
      participant_id: z.nullable(idSchema()),
      /** Name of the assistant or participant that it belongs to. */
      holder: z.string(),
    }),
  ),
  days: z.array(z.object({ day: z.string(), replies: z.int(), failed: z.int(), people: z.int() })),
});
export type AdminOverview = z.infer<typeof overviewSchema>;
