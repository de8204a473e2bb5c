import type OpenAI from 'openai';
import { isRecord } from './stream-content.ts';

const OPENAI_URL = 'https://api.openai.com/v1';

/** Connection to a provider with an OpenAI-compatible API. */
export interface ProviderConnection {
  /** Defaults to OpenAI's own address. */
  baseUrl?: string;
  apiKey?: string;
  /** True if the provider can restrict a web search to given domains. Defaults to true for OpenAI only. */
  webSearch?: boolean;
  /** True if the provider stores files and reads them itself. Defaults to true for OpenAI only. */
  fileUpload?: boolean;
  fetch?: typeof fetch;
}

/** Checks if the connection targets OpenAI itself, which supports more than compatible providers. */
export function isOpenAi({ baseUrl = OPENAI_URL }: ProviderConnection): boolean {
  return new URL(baseUrl).hostname === new URL(OPENAI_URL).hostname;
}

/** Checks if the connection targets OpenAI's models on Microsoft Azure. */
export function isAzure({ baseUrl }: ProviderConnection): boolean {
  return baseUrl !== undefined && new URL(baseUrl).hostname.endsWith('.azure.com');
}

/**
 * Returns a function that creates the official client on its first call: loading its code takes a tenth of a second,
 * which must not delay the start. Retries and timeouts are up to the turn.
 */
export function openAiClient(connection: ProviderConnection): () => Promise<OpenAI> {
  let client: Promise<OpenAI> | undefined;
  return () => (client ??= createClient(connection));
}

async function createClient({ baseUrl, apiKey, fetch }: ProviderConnection): Promise<OpenAI> {
  const { default: Client } = await import('openai');
  class ProviderClient extends Client {
    // The official client reads only `{error}`; other servers refuse with `{detail}`, `[{error}]` or flat objects.
    protected override makeStatusError(...[status, body, message, headers]: StatusError) {
      return super.makeStatusError(status, { error: errorIn(body) }, message, headers);
    }
  }
  return new ProviderClient({
    // The client reads omitted options from the process's environment, where they may be meant for other programs.
    baseURL: baseUrl ?? OPENAI_URL,
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    // Its log contains data that providers send.
    logLevel: 'off',
    ...(fetch && { fetch }),
  });
}

type StatusError = Parameters<OpenAI['makeStatusError']>;

function errorIn(body: unknown): object | undefined {
  const found: unknown = Array.isArray(body) ? body[0] : body;
  if (!isRecord(found)) return undefined;
  return isRecord(found['error']) ? found['error'] : { message: JSON.stringify(body), ...found };
}
