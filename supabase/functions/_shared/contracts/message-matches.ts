import * as z from 'zod/mini';
import { searchConversationsQuerySchema } from './conversation-requests.ts';
import { idSchema } from './identifiers.ts';

/** GET /conversations/{id}/search */
export const searchMessagesQuerySchema = z.pick(searchConversationsQuerySchema, { q: true });

/** Displayed messages of one conversation that contain the text, oldest first; at most the newest 500. */
export const messageMatchesSchema = z.object({ messageIds: z.array(idSchema()) });
export type MessageMatches = z.infer<typeof messageMatchesSchema>;
