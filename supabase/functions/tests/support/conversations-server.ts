import { randomUUID } from 'node:crypto';
import type { RoleName } from '@homie/contracts';
import {
  startTestServer,
  type Session,
  type TestServer,
  type TestStorage,
} from '@homie/server/testing';
import type { FunctionEnvironment } from '../../_shared/http/function-environment.ts';
import type { ConversationsDependencies } from '../../conversations/dependencies.ts';
import type { ConversationsEnvironment } from '../../conversations/environment.ts';
import { createConversationsHandler } from '../../conversations/handler.ts';
import type { ClamavSettings } from '../../security-scan/clamav/clamav-settings.ts';
import { createSecurityScanHandler, type ScanDependencies } from '../../security-scan/handler.ts';
import { ChatClient } from './chat-client.ts';

export interface ConversationsServerOptions {
  database?: TestStorage;
  /** Adds the demo accounts and records of supabase/seed. */
  seed?: boolean;
  /** Pause of the demo between two words; 0 by default. */
  demoDelayMs?: number;
  sendsPerMinute?: ConversationsEnvironment['sendsPerMinute'];
  uploadsPerMinute?: ConversationsEnvironment['uploadsPerMinute'];
  filesMaxGb?: ConversationsEnvironment['filesMaxGb'];
  dailyReplies?: ConversationsEnvironment['dailyReplies'];
  webResearch?: ConversationsEnvironment['webResearch'];
  orgDomains?: ConversationsEnvironment['orgDomains'];
  /** Checks of the security scan; all by default. */
  checks?: ScanDependencies['checks'];
  /** Daemon that scans files. */
  clamav?: ClamavSettings;
  /** Folder of stored files, for a test that reads them. */
  storageDir?: string;
  dependencies?: ConversationsDependencies;
  /** Other allowed origins (CORS). */
  corsOrigins?: string[];
  /** Receives one line per failure that is not reported elsewhere. */
  log?: (line: string) => void;
  /** Maximum time that `stop` waits for replies. */
  repliesMs?: number;
  /** Wraps the `fetch` between the function and the database. */
  wrapFetch?: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch;
}

type Row = Record<string, unknown>;

/** Starts the real backend, with the timing of the conversations function set for a test. */
export async function startConversationsServer({
  database,
  seed = false,
  demoDelayMs = 0,
  sendsPerMinute = 1_000_000,
  uploadsPerMinute = 1_000_000,
  filesMaxGb = 1_000_000,
  dailyReplies = {},
  webResearch = false,
  orgDomains = [],
  checks,
  clamav,
  storageDir,
  dependencies,
  corsOrigins = [],
  log,
  repliesMs = 0,
  wrapFetch = (given) => given,
}: ConversationsServerOptions = {}) {
  const server = await startTestServer({
    ...(database && { database }),
    seed,
    ...(storageDir !== undefined && { storageDir }),
    corsOrigins,
    ...(log && { log }),
    repliesMs,
    functions: {
      conversations: {
        createHandler: (environment, given) =>
          createConversationsHandler(
            {
              ...environment,
              demoDelayMs,
              sendsPerMinute,
              uploadsPerMinute,
              filesMaxGb,
              dailyReplies,
              webResearch,
              orgDomains,
            },
            { ...given, fetch: wrapFetch(given.fetch), ...dependencies },
          ),
      },
      'security-scan': {
        createHandler: (environment, given) =>
          createSecurityScanHandler(
            { ...environment, ...(clamav && { clamav }) },
            { ...given, fetch: wrapFetch(given.fetch), ...(checks && { checks }) },
          ),
      },
    },
  });
  return new ConversationsServer(server);
}

/** Operations of the tests on the backend. */
export class ConversationsServer {
  readonly server: TestServer;

  constructor(server: TestServer) {
    this.server = server;
  }

  /** Reads or writes rows as the server. */
  async rows(path: string, init: { method?: string; body?: unknown } = {}): Promise<Row[]> {
    const response = await this.server.call(`/rest/v1/${path}`, {
      as: 'service',
      method: init.method ?? 'GET',
      headers: { prefer: 'return=representation' },
      ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`${init.method ?? 'GET'} ${path}: ${response.status} ${text}`);
    return text === '' ? [] : (JSON.parse(text) as Row[]);
  }

  /** Creates a person with a role and signs in. */
  async person(role: RoleName = 'support_worker'): Promise<ChatClient> {
    const email = `${role}-${randomUUID().slice(0, 8)}@example.org`;
    const user = await this.server.createUser(email);
    if (role !== 'support_worker') {
      const [{ id: roleId } = {}] = await this.rows(`roles?name=eq.${role}`);
      await this.rows(`users?id=eq.${user.id}`, { method: 'PATCH', body: { role_id: roleId } });
    }
    const session: Session = await this.server.signIn(email, user.password);
    return new ChatClient(this.server, session, email);
  }

  async participant(name: string, workers: ChatClient[] = []): Promise<string> {
    const id = await this.#insert('participants', { display_name: name });
    for (const { userId } of workers) {
      await this.rows('participant_assignments', {
        method: 'POST',
        body: { participant_id: id, user_id: userId },
      });
    }
    return id;
  }

  /** Creates an assistant that the given people may use. */
  async assistant(fields: Row & { label: string }, people: ChatClient[] = []): Promise<string> {
    const id = await this.#insert('assistants', { openai_assistant_id: 'asst_demo', ...fields });
    for (const { userId } of people) {
      await this.rows('assistant_access', {
        method: 'POST',
        body: { assistant_id: id, user_id: userId },
      });
    }
    return id;
  }

  /** Creates a person with an assistant and a conversation with it. */
  async personInConversation(): Promise<{
    person: ChatClient;
    assistantId: string;
    conversationId: string;
  }> {
    const person = await this.person();
    const assistantId = await this.assistant({ label: 'House Rules' }, [person]);
    const conversationId = await person.startConversation(assistantId);
    return { person, assistantId, conversationId };
  }

  /** Inserts `length` messages into a new conversation, each the child of the one before. @returns their ids */
  async layMessages(conversationId: string, length: number): Promise<string[]> {
    const ids = Array.from({ length }, () => randomUUID());
    await this.rows('messages', {
      method: 'POST',
      body: ids.map((id, index) => ({
        id,
        conversation_id: conversationId,
        parent_id: ids[index - 1] ?? null,
        role: index % 2 === 0 ? 'user' : 'assistant',
        content: `Message ${index}`,
        created_at: new Date(Date.UTC(2026, 0, 1) + index).toISOString(),
      })),
    });
    await this.rows(`conversations?id=eq.${conversationId}`, {
      method: 'PATCH',
      body: { head_id: ids.at(-1) },
    });
    return ids;
  }

  /** Reads the rows of the files in a conversation. */
  attachments(conversationId: string): Promise<Row[]> {
    return this.rows(`attachments?conversation_id=eq.${conversationId}`);
  }

  /** Reads the audit entries of a conversation: action and metadata, in order. */
  async audit(conversationId: string): Promise<{ action: string; meta: Row }[]> {
    const rows = await this.rows(
      `audit_logs?conversation_id=eq.${conversationId}&select=action,meta&order=created_at`,
    );
    return rows as { action: string; meta: Row }[];
  }

  /** Environment for another process on the same data. */
  get environment(): FunctionEnvironment {
    const { url, publishableKey, secretKey } = this.server;
    return {
      supabaseUrl: url,
      anonKey: publishableKey,
      serviceRoleKey: secretKey,
      allowedOrigins: [],
    };
  }

  /** Creates another process of the function on the same data. */
  otherProcess(dependencies: ConversationsDependencies): Pick<TestServer, 'call'> {
    const handle = createConversationsHandler(this.environment, dependencies);
    return {
      call: (path, { as, ...init } = {}) => {
        const headers = new Headers(init.headers);
        if (typeof as === 'object') headers.set('authorization', `Bearer ${as.accessToken}`);
        return handle(new Request(new URL(path, this.server.url), { ...init, headers }));
      },
    };
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  async #insert(table: string, body: Row): Promise<string> {
    const [row] = await this.rows(table, { method: 'POST', body });
    return String(row?.['id']);
  }
}
