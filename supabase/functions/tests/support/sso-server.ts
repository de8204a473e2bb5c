import { resolve } from 'node:path';
import { AuthClient } from '@supabase/auth-js';
import {
  createScratchDatabase,
  freePort,
  startIdentityProvider,
  startTestServer,
  type IdentityProvider,
  type TestServer,
  type TestServerOptions,
} from '@homie/server/testing';
import postgres from 'postgres';

const migrationsDir = resolve(import.meta.dirname, '../../../migrations');

type Providers = NonNullable<TestServerOptions['providers']>;

/** A server with two identity providers: `entra` for one.example, and `okta`, the only way in for two.example. */
export class SsoServer {
  readonly server: TestServer;
  readonly sql: postgres.Sql;
  readonly entra: IdentityProvider;
  readonly okta: IdentityProvider;
  readonly #drop: () => Promise<void>;
  #count = 0;

  private constructor(
    parts: Pick<SsoServer, 'server' | 'sql' | 'entra' | 'okta'>,
    drop: () => Promise<void>,
  ) {
    this.server = parts.server;
    this.sql = parts.sql;
    this.entra = parts.entra;
    this.okta = parts.okta;
    this.#drop = drop;
  }

  static async start(options: TestServerOptions = {}): Promise<SsoServer> {
    const { databaseUrl, drop } = await createScratchDatabase({ migrationsDir });
    const port = await freePort();
    const callback = `http://localhost:${port}/auth/v1/callback`;
    const entra = await startIdentityProvider([`${callback}/entra`]);
    const okta = await startIdentityProvider([`${callback}/okta`, `${callback}/entra`], {
      claimsInIdToken: true,
    });
    const common = {
      scope: 'openid email profile',
      verifiedClaim: 'email_verified',
      groupsClaim: 'groups',
      roleLimit: 'office',
    } as const;
    const providers: Providers = [
      {
        ...common,
        id: 'entra',
        name: 'Entra ID',
        issuer: entra.issuer,
        clientId: entra.clientId,
        clientSecret: entra.clientSecret,
        domains: ['one.example'],
        only: false,
        roles: { 'Office Staff': 'office', Carers: 'support_worker' },
      },
      {
        ...common,
        id: 'okta',
        name: 'Okta',
        issuer: okta.issuer,
        clientId: okta.clientId,
        clientSecret: okta.clientSecret,
        domains: ['two.example'],
        only: true,
      },
    ];
    const server = await startTestServer({
      database: { databaseUrl },
      port,
      providers,
      ...options,
    });
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
    return new SsoServer({ server, sql, entra, okta }, drop);
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await Promise.all([this.entra.stop(), this.okta.stop(), this.sql.end()]);
    await this.#drop();
  }

  /** Returns an address that has no account yet. */
  newEmail(domain = 'one.example'): string {
    return `person-${++this.#count}@${domain}`;
  }

  /** Adds a user to a provider, with a verified address. @returns the login */
  addUser(provider: IdentityProvider, email: string, claims: object = {}): string {
    provider.users.set(email, { email, email_verified: true, ...claims });
    return email;
  }

  async setRole(email: string, role: string): Promise<void> {
    await this.sql`
      update public.users set role_id = (select id from public.roles where name = ${role}) where email = ${email}`;
  }

  /** Returns role and state of an account; undefined if there is none. */
  async account(email: string): Promise<{ role: string; state: string } | undefined> {
    const [found] = await this.sql<{ role: string; state: string }[]>`
      select roles.name as role, private.access_state(users.id) as state
      from public.users join public.roles on roles.id = users.role_id where email = ${email}`;
    return found && { ...found };
  }

  /** Returns the entries of the audit log about an account, oldest first. */
  async recorded(email: string): Promise<{ action: string; meta: Record<string, unknown> }[]> {
    const rows = await this.sql<{ action: string; meta: Record<string, unknown> }[]>`
      select action, meta from public.audit_logs
      where ${email} in (user_email, target_user_email) order by created_at, action desc`;
    return rows.map((row) => ({ ...row }));
  }

  /** Returns how many identities at providers are linked to an account. */
  async countIdentities(email: string): Promise<number> {
    const [found] = await this.sql<{ count: number }[]>`
      select count(*)::integer as count from auth.identities
      join auth.users on users.id = user_id where users.email = ${email} and provider like 'custom:%'`;
    return found?.count ?? 0;
  }
}

/** Where a sign-in led: to the page that completes it. */
export interface Landing {
  page: string;
  code: string | null;
  error: string | null;
}

export function readLanding(address: URL): Landing {
  return {
    page: address.origin + address.pathname,
    code: address.searchParams.get('code'),
    error: address.searchParams.get('error_code'),
  };
}

/** A browser: cookies per origin, and the unchanged client of Supabase Auth. */
export class SsoBrowser {
  readonly auth: InstanceType<typeof AuthClient>;
  readonly #server: TestServer;
  readonly #cookies = new Map<string, Map<string, string>>();

  constructor(server: TestServer) {
    this.#server = server;
    const stored = new Map<string, string>();
    this.auth = new AuthClient({
      url: `${server.url}/auth/v1`,
      headers: { apikey: server.publishableKey },
      flowType: 'pkce',
      autoRefreshToken: false,
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
    });
  }

  /** Requests an address without following its redirect. */
  async visit(address: URL | string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(address);
    const jar = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { ...init, redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  /** Requests an address and returns the one that it redirects to. */
  async follow(address: URL | string, init?: RequestInit): Promise<URL> {
    const response = await this.visit(address, init);
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${response.status} ${await response.text()}`);
    return new URL(location, address);
  }

  /** Returns the address that `signInWithOAuth` opens. */
  async startAddress(
    provider: string,
    options: { redirectTo?: string; queryParams?: Record<string, string> } = {},
  ): Promise<URL> {
    const { data, error } = await this.auth.signInWithOAuth({
      provider: `custom:${provider}`,
      options: { redirectTo: `${this.#server.url}/auth/callback`, ...options },
    });
    if (error || !data.url) throw error ?? new Error('no address');
    return new URL(data.url);
  }

  /** Signs in at the provider. @returns its redirect to our callback */
  async authenticate(atProvider: URL, login: string): Promise<URL> {
    let address = atProvider;
    while (address.origin === atProvider.origin) {
      const isForm = address.pathname.startsWith('/interaction/');
      address = await this.follow(
        address,
        isForm ? { method: 'POST', body: new URLSearchParams({ login }) } : undefined,
      );
    }
    return address;
  }

  /** Goes through a sign-in up to our callback, without opening it. */
  async toCallback(provider: string, login: string): Promise<URL> {
    return this.authenticate(await this.follow(await this.startAddress(provider)), login);
  }

  /** Goes through a whole sign-in, up to the page that completes it. */
  async land(provider: string, login: string): Promise<Landing> {
    return readLanding(await this.follow(await this.toCallback(provider, login)));
  }

  /** Signs in. @throws if there is no session in the end */
  async signIn(provider: string, login: string) {
    const { code, error } = await this.land(provider, login);
    if (code === null) throw new Error(error ?? 'no code');
    const result = await this.auth.exchangeCodeForSession(code);
    if (result.error) throw result.error;
    return result.data.session;
  }
}
