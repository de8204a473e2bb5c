/** Settings of the provider that writes the replies, and of its connection. */
export type ProviderSettings = { kind: 'demo' } | ConnectedProviderSettings;

export interface ConnectedProviderSettings {
  kind: 'responses' | 'chat';
  /** Without a trailing slash. Defaults to OpenAI's own address. */
  baseUrl?: string;
  /** Secret. Some providers on the local network need none. */
  apiKey?: string;
  /** Model of assistants whose profile specifies none. */
  model?: string;
  /** True if the provider can restrict a web search to given domains. Set if its address does not imply this. */
  webSearch?: boolean;
}

const SETTING: Record<string, string> = {
  AI_PROVIDER: 'Set AI_PROVIDER to responses, chat or demo.',
  AI_API_KEY: 'Set AI_API_KEY to the provider’s key alone: one word, without quotation marks.',
  AI_BASE_URL:
    'Set AI_BASE_URL to the address of the provider’s API, like https://ai.example.org/v1: without a key, a question mark or a hash.',
  AI_WEB_SEARCH: 'Set AI_WEB_SEARCH to true or false.',
};

/**
 * Parses the provider settings from variables: AI_PROVIDER (responses, chat or demo), AI_BASE_URL, AI_API_KEY, AI_MODEL
 * and AI_WEB_SEARCH. A key or an address alone selects `responses`; without both, the demo is used.
 * @throws Error whose message names the variable to set. It does not repeat the value, which may be a secret.
 */
export function readProviderSettings(
  variables: Readonly<Record<string, string | undefined>>,
): ProviderSettings {
  const text = (name: string) => variables[name]?.trim() || undefined;
  const apiKey = text('AI_API_KEY');
  const baseUrl = text('AI_BASE_URL');
  const model = text('AI_MODEL');
  const webSearch = text('AI_WEB_SEARCH')?.toLowerCase();
  const kind =
    text('AI_PROVIDER')?.toLowerCase() ??
    (apiKey === undefined && baseUrl === undefined ? 'demo' : 'responses');

  if (kind === 'demo') return { kind };
  if (kind !== 'responses' && kind !== 'chat') throw wrong('AI_PROVIDER');
  if (apiKey === undefined && baseUrl === undefined) {
    throw new Error(
      `AI_PROVIDER is ${kind}: set AI_API_KEY to the provider’s key, or AI_BASE_URL to the address of a provider that needs none.`,
    );
  }
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) throw wrong('AI_API_KEY');
  if (baseUrl !== undefined && !isPlainAddress(baseUrl)) throw wrong('AI_BASE_URL');
  if (webSearch !== undefined && webSearch !== 'true' && webSearch !== 'false') {
    throw wrong('AI_WEB_SEARCH');
  }
  return {
    kind,
    ...(baseUrl !== undefined && { baseUrl: baseUrl.replace(/\/+$/, '') }),
    ...(apiKey !== undefined && { apiKey }),
    ...(model !== undefined && { model }),
    ...(webSearch !== undefined && { webSearch: webSearch === 'true' }),
  };
}

function wrong(name: string): Error {
  return new Error(SETTING[name]);
}

/** Checks that a setting is an http address without secrets, query or hash. */
export function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + search + hash === '';
}
