// The whole product with a provider whose replies the benchmark scripts. Runs in a separate process, so that serving
// does not slow down the measured page: see scripted-server.mjs, which builds and starts it.
import { FUNCTIONS } from '../../apps/server/src/gateways/functions/registry.ts';
import { readSettings } from '../../apps/server/src/cli/settings/read-settings.ts';
import { setUpProcess } from '../../apps/server/src/cli/set-up-process.ts';
import { startBackend } from '../../apps/server/src/start-backend.ts';
import { createConversationsHandler } from '../../supabase/functions/conversations/handler.ts';

/** Milliseconds since 1970 with fractions, comparable with a browser's on this machine. */
const now = () => performance.timeOrigin + performance.now();
const notifyParent = (message) => process.send?.(message);

/** The scripted replies, by user message. */
const scripts = new Map();

const provider = {
  kind: 'scripted',
  capabilities: {
    webSearch: false,
    domainFilter: false,
    fileInput: 'text',
    fileUpload: false,
    resume: false,
  },
  async *stream({ question, turnId }, { signal }) {
    const requestedAt = now();
    const { pieces, intervalMs } = scripts.get(question) ?? { pieces: ['Yes.'], intervalMs: 0 };
    yield { type: 'created', responseId: `scripted_${turnId}`, model: 'scripted' };
    yield { type: 'message', openaiMessageId: `scripted_${turnId}` };
    const times = [];
    const started = performance.now();
    for (const [index, text] of pieces.entries()) {
      // Relative to the start, not to the previous piece, so that a late timer does not delay later pieces.
      const wait = started + index * intervalMs - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      signal.throwIfAborted();
      times.push(now());
      yield { type: 'delta', text };
    }
    notifyParent({ type: 'said', question, turnId, requestedAt, times });
    yield { type: 'done', usage: null };
  },
};

/** Records when this process sends the text of a reply. */
function recordTimes(response) {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
  const times = [];
  const clock = new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk);
      if (Buffer.from(chunk).includes('event: delta')) times.push(now());
    },
    flush() {
      notifyParent({ type: 'wrote', times });
    },
  });
  return new Response(response.body.pipeThrough(clock), response);
}

const conversations = {
  ...FUNCTIONS.conversations,
  createHandler(environment, dependencies) {
    const answer = createConversationsHandler(environment, { ...dependencies, provider });
    return async (request) => recordTimes(await answer(request));
  },
};

setUpProcess();
const { backend: settings } = readSettings(process.cwd(), process.env);
const backend = await startBackend({
  ...settings,
  functions: { ...FUNCTIONS, conversations },
  log: (line) => console.error(line),
});
process.on('message', ({ type, ...message }) => {
  if (type === 'script') scripts.set(message.question, message);
});
const end = () => backend.shutDown().then(() => process.exit(0));
process.on('disconnect', end);
process.on('SIGTERM', end);
const { publishableKey, secretKey } = backend.secrets;
notifyParent({ type: 'ready', url: backend.url, publishableKey, secretKey });
