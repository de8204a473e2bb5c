import * as z from 'zod/mini';
import { searchConversationsQuerySchema } from './conversations.ts';
import { idSchema } from './identifiers.ts';

/** GET /conversations/{id}/search */
export const searchMessagesQuerySchema = z.pick(searchConversationsQuerySchema, { q: true });

/** The messages of one conversation with the text, of those that are shown, oldest first; the newest 500 of very many. */
export const messageMatchesSchema = z.object({ messageIds: z.array(idSchema()) });
export type MessageMatches = z.infer<typeof messageMatchesSchema>;
