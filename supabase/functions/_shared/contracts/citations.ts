import * as z from 'zod/mini';

/**
 * Source that a reply cites: a web page, whose URL is http or https and on the list that the assistant may use, or a
 * passage of a document, whose URL is `/app?document={version}&passage={position}`. `number` refers to the passage in
 * the text of the reply.
 */
export const citationSchema = z.object({
  url: z.string(),
  title: z.string(),
  number: z.optional(z.int()),
});
export type Citation = z.infer<typeof citationSchema>;
