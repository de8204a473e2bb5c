import * as z from 'zod/mini';
import { idSchema, timestampSchema } from './identifiers.ts';
import { SYNONYMS_MAX_LENGTH } from './limits.ts';
import { plain, storable } from './text.ts';

/** Words that also find others in a search of documents, each a list with commas as an administrator typed it. */
export const synonymSchema = z.object({
  id: idSchema(),
  words: z.string(),
  also: z.string(),
  /** Version that a change is based on. */
  updated_at: timestampSchema,
});
export type Synonym = z.infer<typeof synonymSchema>;

const listSchema = z
  .string()
  .check(
    storable,
    plain,
    z.minLength(1, 'Type at least one word'),
    z.maxLength(SYNONYMS_MAX_LENGTH, `Use at most ${SYNONYMS_MAX_LENGTH} characters`),
  );

/** Fields of synonyms that are added or changed. The database refuses words that searches do not find as one word. */
export const synonymInputSchema = z.object({ words: listSchema, also: listSchema });
export type SynonymInput = z.infer<typeof synonymInputSchema>;
