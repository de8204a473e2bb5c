import { resolve } from 'node:path';
import {
  createScratchDatabase,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '@homie/server/testing';
import postgres from 'postgres';
import { AccountClient } from './account-client.ts';

const migrationsDir = resolve(import.meta.dirname, '../../../migrations');

/** A server whose users add second factors, and direct access to its database. */
export class FactorServer {
  readonly server: TestServer;
  readonly sql: postgres.Sql;
  readonly #drop: () => Promise<void>;
  #count = 0;

  private constructor(server: TestServer, sql: postgres.Sql, drop: () => Promise<void>) {
    this.server = server;
    this.sql = sql;
    this.#drop = drop;
  }

  static async start(options: TestServerOptions = {}): Promise<FactorServer> {
    const { databaseUrl, drop } = await createScratchDatabase({ migrationsDir });
    const server = await startTestServer({
      database: { databaseUrl },
      rateLimits: {
        factorPerSession: { points: 5, seconds: 600 },
        factorPerUser: { points: 10, seconds: 86_400 },
      },
      ...options,
    });
    return new FactorServer(server, postgres(databaseUrl, { max: 1, onnotice: () => {} }), drop);
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await this.sql.end();
    await this.#drop();
  }

  async newPerson(role = 'support_worker'): Promise<AccountClient> {
    const user = await this.server.createUser(`factor-${++this.#count}@example.test`);
    await this.sql`
      update public.users set role_id = (select id from public.roles where name = ${role}) where id = ${user.id}`;
    return new AccountClient(this.server, user).signIn();
  }

  /** Makes all sign-ins of a person an hour old. */
  async growOld({ email }: AccountClient): Promise<void> {
    await this.sql`
      update auth.sessions set created_at = now() - interval '1 hour'
      where user_id = (select id from auth.users where email = ${email})`;
    await this.sql`
      update auth.mfa_amr_claims set updated_at = now() - interval '1 hour'
      where session_id in (
        select sessions.id from auth.sessions join auth.users on users.id = user_id where email = ${email}
      )`;
  }

  /** Lets the codes of authenticator apps be used again, as if they were of a later time. */
  async forgetUsedCodes(): Promise<void> {
    await this.sql`delete from embedded.used_code`;
  }

  /** Sets who needs a second factor. */
  async demand(rule: 'optional' | 'admins' | 'all'): Promise<void> {
    await this.sql`select private.set_second_factor_rule(${rule})`;
  }
}

/** How long the end of a session may take to arrive. */
export const WITHIN = { timeout: 5_000 };

/** Returns the status of the answer to a session that reads rows. */
export const readsRows = async (client: AccountClient): Promise<number> =>
  (await client.call('/rest/v1/users?select=id')).status;

/** Returns the statuses of the answers to a session that reads rows, calls a function and reads a file. */
export async function reads(client: AccountClient, token?: string): Promise<number[]> {
  const envelope = { endpoint: '/conversations', method: 'GET' };
  const answers = [
    await client.call('/rest/v1/users?select=id', undefined, token),
    await client.call('/functions/v1/conversations', envelope, token),
    await client.call('/storage/v1/object/attachments/none.pdf', undefined, token),
  ];
  return answers.map(({ status }) => status);
}
