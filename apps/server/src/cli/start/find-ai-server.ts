/** Servers on this computer that write replies with the Chat Completions API, by their default ports. */
const LOCAL_SERVERS = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
];
const TIMEOUT_MS = 300;
const LONGEST_LIST = 100_000;
/** A model name that a shell parses as one word. */
const MODEL_NAME = /^[\w.:/@+-]{1,100}$/;

/** An OpenAI-compatible server and its first model. */
export interface AiServer {
  name: string;
  baseUrl: string;
  model: string;
}

/** Finds an OpenAI-compatible server that has a model. Never rejects; times out after a moment. */
export async function findAiServer(servers = LOCAL_SERVERS): Promise<AiServer | undefined> {
  const found = await Promise.all(
    servers.map(async (server) => {
      const model = await firstModel(server.baseUrl).catch(() => undefined);
      return model === undefined ? undefined : { ...server, model };
    }),
  );
  return found.find((server) => server !== undefined);
}

/** Formats the line that explains how to use a server instead of the demo. */
export function aiServerLine({ name, baseUrl, model }: AiServer): string {
  return `${name} runs on this computer. To use it for replies: AI_PROVIDER=chat AI_BASE_URL=${baseUrl} AI_MODEL=${model} npm start`;
}

async function firstModel(baseUrl: string): Promise<string | undefined> {
  const response = await fetch(`${baseUrl}/models`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  });
  const text = await response.text();
  if (!response.ok || text.length > LONGEST_LIST) return undefined;
  const list: unknown = JSON.parse(text);
  if (typeof list !== 'object' || list === null || !('data' in list) || !Array.isArray(list.data))
    return undefined;
  for (const model of list.data as unknown[]) {
    if (typeof model !== 'object' || model === null || !('id' in model)) continue;
    const { id } = model;
    if (typeof id === 'string' && MODEL_NAME.test(id) && !/embed/i.test(id)) return id;
  }
  return undefined;
}
