import { AppError, callRequestSchema } from '@homie/contracts/requests';
import { connectedProvider } from '../_shared/ai/connected-provider.ts';
import { createProvider } from '../_shared/ai/create-provider.ts';
import { ChangeSignals, type ReadVersions } from '../_shared/changes/change-signals.ts';
import { CHANGE_TIMING } from '../_shared/changes/change-timing.ts';
import { extractFile } from '../_shared/domain/extract/extract-file.ts';
import { DocumentStore } from '../_shared/documents/document-store.ts';
import { AttachmentStore } from '../_shared/files/attachment-store.ts';
import { FileReader } from '../_shared/files/file-reader.ts';
import { ProviderCopies } from '../_shared/files/provider-copies.ts';
import { accountMails } from '../_shared/http/account-mails.ts';
import { authenticate, type Caller } from '../_shared/http/authenticate.ts';
import {
  callerClient,
  serviceClient,
  type DataClient,
  readData,
} from '../_shared/http/data-access.ts';
import { callerStorage, serverStorage } from '../_shared/http/file-storage.ts';
import { functionPath } from '../_shared/http/function-path.ts';
import { OpenStreams } from '../_shared/http/open-streams.ts';
import { parseInput } from '../_shared/http/parse-input.ts';
import { respondWith } from '../_shared/http/respond-with.ts';
import { createRouter } from '../_shared/http/router.ts';
import { Turnstile } from '../_shared/http/turnstile.ts';
import { databaseTurnStore } from '../_shared/turns/database-turn-store.ts';
import { TurnJournal } from '../_shared/turns/turn-journal.ts';
import { TurnSignals } from '../_shared/turns/turn-signals.ts';
import type { TurnStore } from '../_shared/turns/turn-store.ts';
import { TURN_TIMING, type TurnTiming } from '../_shared/turns/turn-timing.ts';
import { readCall, type ReceivedCall } from '../_shared/upload/read-call.ts';
import { assistantProfiles } from './assistant-profiles.ts';
import { checkUpload } from './check-upload.ts';
import type { ServerContext } from './context.ts';
import { conversationId } from './conversation-row.ts';
import { createEmbeddings, readWaitingDocuments } from './document-reading.ts';
import { providerOperations } from './provider-operations.ts';
import { requireEditor } from './require-editor.ts';
import type { ConversationsDependencies } from './dependencies.ts';
import { withDefaults, type ConversationsEnvironment } from './environment.ts';
import { routes } from './routes/index.ts';
import * as z from 'zod/mini';

const versionsSchema = z.record(z.string(), z.int());

/**
 * Creates a function that queries the latest change version of each user.
 * @param service a client that acts as the server
 */
function databaseVersions(service: DataClient): ReadVersions {
  return (userIds) =>
    readData(service.rpc('conversation_versions', { user_ids: userIds }), versionsSchema);
}

const findRoute = createRouter(routes);

/** Limit of concurrent uploads: each file is in memory until it is stored. */
const UPLOADS_AT_ONCE = { total: 4, perPerson: 2, waitMs: 60_000 };

/** Maximum number of open streams per user: more than the tabs with a running reply that a user has. */
const STREAMS_PER_PERSON = 20;

/**
 * Creates the `conversations` function: chat and assistant management at one address.
 * @returns the request handler
 */
export function createConversationsHandler(
  environment: ConversationsEnvironment,
  dependencies: ConversationsDependencies = {},
): (request: Request) => Promise<Response> {
  const settings = withDefaults(environment);
  const service = { ...settings, fetch: dependencies.fetch ?? fetch };
  const server = serverContext(environment, dependencies);
  const uploads = new Turnstile(UPLOADS_AT_ONCE);

  async function answer(request: Request): Promise<unknown> {
    if (functionPath(request) !== '/conversations') throw new AppError('not_found');
    if (request.method !== 'POST') throw new AppError('method_not_allowed');
    const { verifySession } = dependencies;
    const caller = await authenticate(request, { ...service, verifySession });
    return uploads.pass(caller.id, async (enter) => {
      const admit = async (id: string | null) => {
        // Checked before a slot is acquired: users without access must not block others.
        if (id === null) await requireEditor(callerClient(service, caller.token));
        else
          await checkUpload(server.attachments, {
            userId: caller.id,
            conversationId: conversationId(id),
          });
        await enter();
      };
      return answerCall(request, caller, await readCall(request, admit));
    });
  }

  async function answerCall(request: Request, caller: Caller, received: ReceivedCall) {
    const envelope = parseInput(callRequestSchema, received.envelope);
    const { route, call } = findRoute(envelope);
    dependencies.onRoute?.(`${route.method} ${route.pattern}`);
    const data = callerClient(service, caller.token);
    const ownFiles = callerStorage(service, caller.token);
    const announce = () => server.changes.touch(caller.id);
    const waitUntil = (work: Promise<unknown>) => server.waitUntil(work.finally(announce));
    const { file } = received;
    const context = { ...server, waitUntil, caller, data, ownFiles, file, request };
    const result = await route.handle(context, call);
    if (envelope.method !== 'GET') announce();
    return result;
  }

  return respondWith(answer, { ...settings, onError: server.onError });
}

/**
 * Marks replies as interrupted that another process left unfinished. To be called on start, and periodically if there
 * are several processes.
 * @param olderThanMs minimum time since the last heartbeat of a reply; 0 if no other process can be writing
 * @returns the number of interrupted replies
 */
export function sweepTurns(
  environment: ConversationsEnvironment,
  dependencies: Pick<ConversationsDependencies, 'fetch' | 'turnStore'> = {},
  { olderThanMs = TURN_TIMING.staleAfterMs }: { olderThanMs?: number } = {},
): Promise<number> {
  const settings = withDefaults(environment);
  const service = serviceClient({ ...settings, fetch: dependencies.fetch ?? fetch });
  return createTurnStore(service, settings, dependencies, TURN_TIMING).interruptStale({
    olderThanMs,
  });
}

function serverContext(
  environment: ConversationsEnvironment,
  dependencies: ConversationsDependencies,
): ServerContext {
  const settings = withDefaults(environment);
  const timing = {
    ...TURN_TIMING,
    deadlineMs: settings.replyDeadlineSeconds * 1000,
    firstTextMs: settings.firstWordSeconds * 1000,
    ...dependencies.timing,
  };
  const host = { ...settings, fetch: dependencies.fetch ?? fetch };
  const service = serviceClient(host);
  const store = createTurnStore(service, settings, dependencies, timing);
  const shutdown = dependencies.shutdown ?? new AbortController().signal;
  const provider = connectedProvider({
    provider: dependencies.provider ?? createProvider(settings.ai, settings),
    place: settings.aiPlace,
    connections: settings.aiConnections,
    firstTextMs: timing.firstTextMs,
  });
  const { notifications } = dependencies;
  const signals = new TurnSignals();
  const changes = new ChangeSignals(
    databaseVersions(service),
    { ...CHANGE_TIMING, ...dependencies.changeTiming },
    notifications?.isWorking,
  );
  notifications?.on('stop', (turnId) => {
    if (turnId !== undefined) signals.stop(turnId);
  });
  notifications?.on('changes', (userId) => changes.touch(userId));
  return {
    service,
    mails: accountMails(host),
    attachments: new AttachmentStore(service, settings),
    documents: new DocumentStore(service),
    readDocuments: () => readWaitingDocuments(environment, dependencies),
    embeddings: createEmbeddings(environment, dependencies),
    files: serverStorage(host),
    fileReader: new FileReader(dependencies.extractFile ?? extractFile),
    store,
    journal: new TurnJournal(store, timing),
    signals,
    streams: new OpenStreams(STREAMS_PER_PERSON),
    changes,
    provider,
    copies: provider.files && new ProviderCopies(service, provider.files),
    readProfile: assistantProfiles(service, settings.ai, settings.aiConnections),
    providerOperations: providerOperations({
      ...settings,
      provider,
      connect: (connection) => createProvider(connection, settings),
      timeoutMs: timing.firstTextMs,
    }),
    connectionModels: new Map([
      ['default', settings.ai.kind === 'demo' ? undefined : settings.ai.model],
      ...settings.aiConnections.map(({ name, model }) => [name, model] as const),
    ]),
    webResearch: settings.webResearch,
    prices: settings.prices,
    filesMaxGb: settings.filesMaxGb,
    orgDomains: settings.orgDomains,
    timing,
    shutdown,
    draining: dependencies.draining ?? shutdown,
    onReply: dependencies.onReply ?? (() => undefined),
    waitUntil: dependencies.waitUntil ?? (() => undefined),
    onError: dependencies.onError ?? (() => undefined),
  };
}

function createTurnStore(
  service: DataClient,
  { sendsPerMinute, dailyReplies }: ReturnType<typeof withDefaults>,
  { turnStore, callDatabase }: Pick<ConversationsDependencies, 'turnStore' | 'callDatabase'>,
  { staleAfterMs }: Pick<TurnTiming, 'staleAfterMs'>,
): TurnStore {
  return (
    turnStore ??
    databaseTurnStore(service, { staleAfterMs, sendsPerMinute, dailyReplies, callDatabase })
  );
}
