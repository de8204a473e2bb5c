import * as z from 'zod/mini';
import type { EmbedTexts } from '../ai/embed-texts.ts';
import { readData, type DataClient } from '../http/data-access.ts';

/** Timeout of embedding a question, in milliseconds: a reply waits for it. */
const QUESTION_MS = 2_000;
/** Timeout of embedding passages, in milliseconds; less than their claim lasts. */
const PASSAGES_MS = 60_000;
/** Questions are cut to this length, so that every model accepts them. */
const QUESTION_LENGTH = 2_000;

const claimedSchema = z.array(
  z.object({ versionId: z.string(), position: z.int(), text: z.string() }),
);

interface EmbeddingsOptions {
  /** A client that acts as the server. */
  service: DataClient;
  model: string;
  embed: EmbedTexts;
  /** Called with each failure: a search then uses words alone, and passages are embedded later. */
  onError: (error: unknown) => void;
}

/** A question's embedding, as parameters of a search. */
export interface QuestionEmbedding {
  embedding: readonly number[];
  model: string;
}

/** Embeds passages and questions for the search by meaning. */
export class Embeddings {
  readonly #options: EmbeddingsOptions;

  constructor(options: EmbeddingsOptions) {
    this.#options = options;
  }

  /** Embeds a question. Never rejects. @returns undefined after a failure, and after 2 s */
  async embedQuestion(question: string): Promise<QuestionEmbedding | undefined> {
    const { embed, model, onError } = this.#options;
    const text = question.slice(0, QUESTION_LENGTH).trim();
    if (text === '') return undefined;
    try {
      const [embedding] = await embed([text], AbortSignal.timeout(QUESTION_MS));
      return embedding && { embedding, model };
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  /**
   * Embeds passages until none waits. Any number of processes may run it; if one stops, another one embeds its passages
   * again later. Never rejects.
   * @param signal aborted when the process stops
   */
  async embedPassages(signal: AbortSignal): Promise<void> {
    const { service, embed, model, onError } = this.#options;
    try {
      await setEmbeddingModel(service, model);
      while (!signal.aborted) {
        const claimId = crypto.randomUUID();
        const chunks = await readData(
          service.rpc('claim_chunks_to_embed', { model, claim_id: claimId }),
          claimedSchema,
        );
        if (chunks.length === 0) return;
        const vectors = await embed(
          chunks.map(({ text }) => text),
          AbortSignal.any([signal, AbortSignal.timeout(PASSAGES_MS)]),
        );
        const embeddings = chunks.map(({ versionId, position }, index) => ({
          versionId,
          position,
          embedding: vectors[index],
        }));
        await readData(
          service.rpc('store_embeddings', { claim_id: claimId, embeddings }),
          z.unknown(),
        );
      }
    } catch (error) {
      // The claim ends by itself, and the passages are embedded then.
      onError(error);
    }
  }
}

/** Stores the model that the server uses, null for none. */
export async function setEmbeddingModel(service: DataClient, model: string | null): Promise<void> {
  await readData(service.rpc('set_embedding_model', { model }), z.unknown());
}
