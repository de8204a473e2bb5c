import { resolve } from 'node:path';
import {
  createScratchDatabase,
  startTestServer,
  type TestServer,
  type TestServerOptions,
  type TestUser,
} from '@homie/server/testing';
import postgres from 'postgres';

const migrationsDir = resolve(import.meta.dirname, '../../../migrations');

export const TOKEN = 'a-token-of-the-directory-with-enough-characters';
export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

interface ScimAnswer {
  status: number;
  headers: Headers;
  // The tests compare the JSON of resources, lists and errors.
  body: Record<string, unknown> & { id: string };
}

/** A server with a directory that manages its accounts. */
export class ScimServer {
  readonly server: TestServer;
  readonly sql: postgres.Sql;
  readonly #drop: () => Promise<void>;
  #count = 0;

  private constructor(server: TestServer, sql: postgres.Sql, drop: () => Promise<void>) {
    this.server = server;
    this.sql = sql;
    this.#drop = drop;
  }

  static async start(options: TestServerOptions = {}): Promise<ScimServer> {
    const { databaseUrl, drop } = await createScratchDatabase({ migrationsDir });
    const server = await startTestServer({
      database: { databaseUrl },
      scim: { token: TOKEN, roleLimit: 'office' },
      ...options,
    });
    return new ScimServer(server, postgres(databaseUrl, { max: 1, onnotice: () => {} }), drop);
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await this.sql.end();
    await this.#drop();
  }

  newEmail(): string {
    this.#count += 1;
    return `person-${this.#count}@scim.example`;
  }

  /** Sends a request as the directory. */
  async send(method: string, path: string, body?: unknown): Promise<ScimAnswer> {
    const response = await fetch(`${this.server.url}/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/scim+json' },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? { id: '' } : JSON.parse(text),
    };
  }

  /** Creates a user as the directory. */
  create(userName: string, fields: object = {}): Promise<ScimAnswer> {
    return this.send('POST', '/Users', { schemas: [USER], userName, ...fields });
  }

  patch(path: string, ...operations: readonly object[]): Promise<ScimAnswer> {
    return this.send('PATCH', path, { schemas: [PATCH], Operations: operations });
  }

  filter(filter: string, resource = 'Users'): Promise<ScimAnswer> {
    return this.send('GET', `/${resource}?filter=${encodeURIComponent(filter)}`);
  }

  /** Creates an account with a password, which the directory has not created. */
  async createAccount(role?: 'admin' | 'office'): Promise<TestUser> {
    const user = await this.server.createUser(this.newEmail());
    if (role) await this.setRole(user.id, role);
    return user;
  }

  async setRole(id: string, role: string): Promise<void> {
    await this.sql`
      update public.users set role_id = (select id from public.roles where name = ${role})
      where id = ${id}`;
  }

  async role(id: string): Promise<string> {
    const [row] = await this.sql<{ name: string }[]>`
      select roles.name from public.users join public.roles on roles.id = role_id
      where users.id = ${id}`;
    return row?.name ?? '';
  }

  /** Returns the audit entries of the directory about a user, oldest first. */
  async recorded(id: string): Promise<object[]> {
    return this.sql`
      select action, user_email, meta from public.audit_logs
      where user_email = 'SCIM' and target_user_id = ${id} order by created_at, id`;
  }
}
