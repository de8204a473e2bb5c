import OpenAI from 'openai';

const OPENAI_URL = 'https://api.openai.com/v1';

/** How a provider that speaks OpenAI's protocol is reached. */
export interface ProviderConnection {
  /** OpenAI's own address where none is given. */
  baseUrl?: string;
  apiKey?: string;
  /** Whether it searches the web within given domains; OpenAI does where nothing is said. */
  webSearch?: boolean;
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

/** The official client. What it leaves to its caller, the turn does: trying again, and losing patience. */
export function openAiClient({ baseUrl, apiKey, fetch }: ProviderConnection): OpenAI {
  return new OpenAI({
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
