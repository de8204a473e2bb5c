import { isAzure, isOpenAi, openAiClient, type ProviderConnection } from './openai-client.ts';
import { refusalKind } from './refusal.ts';

/** Fields that a reply can do without. Strict servers refuse requests with fields that they do not know. */
const OPTIONAL = ['safety_identifier', 'stream_options', 'store'];
/** The names of the limit of a reply's length: servers know one or the other. */
const LIMITS = ['max_completion_tokens', 'max_tokens'];

/** Requests a stream. */
export type OpenStream = (
  path: '/chat/completions' | '/responses',
  body: object,
  signal: AbortSignal,
) => Promise<Response>;

/**
 * Creates a function that requests streams. If the server refuses fields, it requests again without them, and
 * remembers them for this connection.
 */
export function streamOpener(connection: ProviderConnection): OpenStream {
  const client = openAiClient(connection);
  // OpenAI and Azure store replies by default.
  const stores = isOpenAi(connection) || isAzure(connection);
  const replaceable = [...OPTIONAL.filter((name) => name !== 'store' || !stores), ...LIMITS];
  let remembered: readonly string[] = [];
  return async (path, body, signal) => {
    const openAi = await client();
    for (let refused = remembered; ;) {
      const sent = withoutFields(body, refused);
      try {
        const options = { body: sent, signal, stream: true };
        const response = await openAi.post(path, options).asResponse();
        remembered = refused;
        return response;
      } catch (error) {
        const names = Object.keys(sent).filter((name) => replaceable.includes(name));
        const found = refusedFields(error, names);
        if (found.length === 0) throw error;
        refused = [...refused, ...found];
      }
    }
  };
}

/** Removes fields, or renames the limit of the length. */
function withoutFields(body: object, refused: readonly string[]): Record<string, unknown> {
  const fields = Object.entries(body).map(([name, value]): [string | undefined, unknown] => {
    if (!refused.includes(name)) return [name, value];
    const other = LIMITS.includes(name)
      ? LIMITS.find((limit) => !refused.includes(limit))
      : undefined;
    return [other, value];
  });
  return Object.fromEntries(fields.filter(([name]) => name !== undefined));
}

const REFUSED =
  /unsupported|unknown|unrecogni[sz]ed|unexpected|extra|additional|invalid (field|param|argument|key)|not (supported|permitted|allowed|recogni[sz]ed|valid)|does ?n[o'’]t support|forbidden/i;
/** Refusals that need not name the field. */
const UNNAMED =
  /(extra|unknown|unexpected|unrecogni[sz]ed|additional)[\w ]{0,12}(input|field|key|param|propert|argument)/i;

/** Returns the fields that an error refuses: those that it names; all that a reply can do without if it names none. */
function refusedFields(error: unknown, sent: readonly string[]): readonly string[] {
  if (!(error instanceof Error) || !('status' in error)) return [];
  const { message, status } = error;
  if ((status !== 400 && status !== 422) || !REFUSED.test(message)) return [];
  if (refusalKind(undefined, message) === 'conversation_too_long') return [];
  const names = [...OPTIONAL, ...LIMITS].filter((name) =>
    new RegExp(`(^|\\W)${name}(?![\\w-])`).test(message),
  );
  if (names.length > 0) return sent.filter((name) => names.includes(name));
  return UNNAMED.test(message) ? sent.filter((name) => OPTIONAL.includes(name)) : [];
}
