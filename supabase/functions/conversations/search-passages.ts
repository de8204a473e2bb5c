import { placeSchema, type Place } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import type { DocumentPassages } from '../_shared/ai/provider.ts';
import type { CitedSource } from '../_shared/domain/documents/cited-passages.ts';
import type { SourceLocation } from '../_shared/domain/extract/extracted-file.ts';
import { sourceName } from '../_shared/domain/demo/file-passages.ts';
import { readData } from '../_shared/http/data-access.ts';
import type { CallContext } from './context.ts';

/** A question below this length may only be understood with the one before it. */
const SHORT_QUESTION = 40;

const foundSchema = z.object({
  hasDocuments: z.boolean(),
  passages: z.array(
    z.object({
      versionId: z.string(),
      position: z.int(),
      title: z.string(),
      version: z.int(),
      text: z.string(),
      place: z.nullable(placeSchema),
      answers: z.boolean(),
    }),
  ),
});

/**
 * Searches the assistant's documents for passages that answer a question, by words and by meaning, as the caller:
 * row-level security decides.
 * @param before the user's previous message
 * @param cited sources that the reply has already, which retain their numbers
 */
export async function searchPassages(
  { data, embeddings }: Pick<CallContext, 'data' | 'embeddings'>,
  {
    assistantId,
    question,
    before,
    cited = [],
  }: { assistantId: string; question: string; before?: string; cited?: readonly CitedSource[] },
): Promise<DocumentPassages> {
  const query = question.length < SHORT_QUESTION && before ? `${question} ${before}` : question;
  const { hasDocuments, passages } = await readData(
    data.rpc('search_documents', {
      assistant_id: assistantId,
      question: query,
      ...(await embeddings?.embedQuestion(query)),
    }),
    foundSchema,
  );
  let number = Math.max(0, ...cited.map((citation) => citation.number ?? 0));
  return {
    hasDocuments,
    passages: passages.map(({ versionId, position, title, version, text, place, answers }) => {
      const href = `/app?document=${versionId}&passage=${position}`;
      const name = [title, ...describePlace(place)].join(', ');
      return {
        number: cited.find(({ url }) => url === href)?.number ?? ++number,
        href,
        source: version > 1 ? `${name} (version ${version})` : name,
        text,
        answers,
      };
    }),
  };
}

function describePlace(place: Place | null): string[] {
  if (place === null) return [];
  const { page, heading, line, row, lastRow, sheet } = place;
  const location: SourceLocation | undefined =
    page !== undefined
      ? { page }
      : heading !== undefined
        ? { heading }
        : line !== undefined
          ? { line }
          : row !== undefined
            ? {
                row,
                ...(lastRow !== undefined && { lastRow }),
                ...(sheet !== undefined && { sheet }),
              }
            : undefined;
  return location === undefined ? [] : [sourceName(location)];
}
