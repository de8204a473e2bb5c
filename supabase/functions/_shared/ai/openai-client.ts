import type OpenAI from 'openai';

const OPENAI_URL = 'https://api.openai.com/v1';

/** How a provider that speaks OpenAI's protocol is reached. */
export interface ProviderConnection {
  /** OpenAI's own address where none is given. */
  baseUrl?: string;
  apiKey?: string;
  /** Whether it searches the web within given domains; OpenAI does where nothing is said. */
  webSearch?: boolean;
  /** Whether it keeps files and reads them itself; OpenAI does where nothing is said. */
  fileUpload?: boolean;
  fetch?: typeof fetch;
}

/** Whether the connection leads to OpenAI itself, which knows more than those that speak its protocol. */
export function isOpenAi({ baseUrl = OPENAI_URL }: ProviderConnection): boolean {
  return new URL(baseUrl).hostname === new URL(OPENAI_URL).hostname;
}

/** Whether the connection leads to OpenAI's models at Microsoft. */
export function isAzure({ baseUrl }: ProviderConnection): boolean {
  return baseUrl !== undefined && new URL(baseUrl).hostname.endsWith('.azure.com');
}

/**
 * Makes the official client when it is first asked for: its code takes a tenth of a second to load, which no start shall
 * wait for. What it leaves to its caller, the turn does: trying again, and losing patience.
 */
export function openAiClient(connection: ProviderConnection): () => Promise<OpenAI> {
  let client: Promise<OpenAI> | undefined;
  return () => (client ??= createClient(connection));
}

async function createClient({ baseUrl, apiKey, fetch }: ProviderConnection): Promise<OpenAI> {
  const { default: Client } = await import('openai');
  return new Client({
    // What is left out is looked for in the process's environment, where it may be meant for somebody else.
    baseURL: baseUrl ?? OPENAI_URL,
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    // Its log repeats what providers send.
    logLevel: 'off',
    ...(fetch && { fetch }),
  });
}
