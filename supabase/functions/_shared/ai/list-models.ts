import type { AvailableModel } from '@homie/contracts/admin';
import { isAzure, openAiClient, type ProviderConnection } from './openai-client.ts';
import { failure } from './provider-failure.ts';
import { isRecord } from './stream-content.ts';

const TIMEOUT_MS = 10_000;
const MODELS_MAX = 2_000;
const NAME_MAX_LENGTH = 200;

/** Fields that contain the end of a model: their names differ between providers. */
const END =
  /^(deprecat(ion|ed|es)|expir(ation|es)|retire(ment|s|d)?|sunset|shut_?down|discontinu(ation|ed)|end(s|_of_life)?|eol)(_at|_on|_date)?$/;

/**
 * Lists the models of a connection, with the day on which they end if the provider reports it. Azure lists what it could
 * deploy, not the names of the deployments, which requests contain: none are listed for it.
 * @throws ProviderError
 */
export async function listModels(
  connection: ProviderConnection,
): Promise<Omit<AvailableModel, 'provider'>[]> {
  if (isAzure(connection)) return [];
  const client = openAiClient(connection);
  try {
    const found = await client();
    const response = await found.get('/models', { timeout: TIMEOUT_MS }).asResponse();
    const body = parseJson(await response.text());
    const list: unknown[] = isRecord(body) && Array.isArray(body['data']) ? body['data'] : [];
    const models = list.filter(isRecord).flatMap(({ id, ...fields }) => {
      if (typeof id !== 'string' || id === '' || id.length > NAME_MAX_LENGTH) return [];
      return { id, endsOn: findEnd(fields) };
    });
    const unique = new Map(models.map((model) => [model.id, model]));
    return [...unique.values()]
      .toSorted((one, other) => one.id.localeCompare(other.id))
      .slice(0, MODELS_MAX);
  } catch (error) {
    const { openAiError } = await import('./openai-errors.ts');
    throw openAiError(error);
  }
}

/** Finds a model by its name, which may have a variant, or lack that of Ollama. */
export function findModel<Model extends { id: string }>(
  models: readonly Model[],
  name: string,
): Model | undefined {
  const names = [name, `${name}:latest`, name.split(':')[0]];
  return models.find(({ id }) => names.includes(id));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw failure('unexpected_answer', 'no list of models');
  }
}

/** Returns the earliest end among the fields of a model, also of nested ones: Azure reports one per use. */
function findEnd(fields: Record<string, unknown>, isInside = false): string | null {
  const days = Object.entries(fields).flatMap(([name, value]) => {
    const isEnd = END.test(name.toLowerCase()) || (isInside && name === 'inference');
    if (!isEnd) return [];
    if (isRecord(value)) return findEnd(value, true) ?? [];
    return toDay(value) ?? [];
  });
  return days.toSorted()[0] ?? null;
}

/** Parses a date or seconds since 1970. Other values, such as `false`, are no dates. */
function toDay(value: unknown): string | null {
  const isSeconds = typeof value === 'number' && value > 1_000_000_000;
  if (!isSeconds && (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value))) return null;
  const time = new Date(isSeconds ? value * 1000 : value);
  return Number.isNaN(time.getTime()) ? null : time.toISOString().slice(0, 10);
}
