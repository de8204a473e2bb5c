import { placeSchema, type Place } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import type { DocumentPassages } from '../_shared/ai/provider.ts';
import type { CitedSource } from '../_shared/domain/documents/cited-passages.ts';
import type { SourceLocation } from '../_shared/domain/extract/extracted-file.ts';
import { sourceName } from '../_shared/domain/demo/file-passages.ts';
import { readData } from '../_shared/http/data-access.ts';
import type { CallContext } from './context.ts';

/** A question below this length may only be understood with the one before it, which adds passages to it. */
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
  const search = async (query: string) =>
    readData(
      data.rpc('search_documents', {
        assistant_id: assistantId,
        question: query,
        ...(await embeddings?.embedQuestion(query)),
      }),
      foundSchema,
    );
  // A message of files alone has no text.
  const mayFollow = Boolean(before) && question.length < SHORT_QUESTION;
  const [found, together] = await Promise.all([
    search(question),
    mayFollow ? search(`${question} ${before}`) : undefined,
  ]);
  const { hasDocuments } = found;
  const passages = together ? withFollowUp(found.passages, together.passages) : found.passages;
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

type FoundPassage = z.output<typeof foundSchema>['passages'][number];

/**
 * Returns the passages that answer a short question by itself, then those of the question with the one before it, as many
 * in all as one search finds. The latter answer it only if none does by itself: they may be about the question before.
 */
function withFollowUp(
  alone: readonly FoundPassage[],
  together: readonly FoundPassage[],
): readonly FoundPassage[] {
  const answers = alone.filter((passage) => passage.answers);
  if (answers.length === 0) return together;
  const isNew = ({ versionId, position }: FoundPassage) =>
    !answers.some((passage) => passage.versionId === versionId && passage.position === position);
  const others = together.filter(isNew).map((passage) => ({ ...passage, answers: false }));
  return [...answers, ...others].slice(0, Math.max(alone.length, together.length));
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
