import { AuthClient } from '@supabase/auth-js';
import type { TestServer } from '@homie/server/testing';
import { generate } from 'otplib/functional';

const STEP_SECONDS = 30;

/**
 * Returns the code that an authenticator app shows `offset` steps from now. The next one was not used yet, and stays
 * valid if a step ends in the meantime.
 */
export function codeOf(secret: string, offset = 1): Promise<string> {
  return generate({ secret, epoch: Math.floor(Date.now() / 1000) + offset * STEP_SECONDS });
}

/** The browser of one person, with the unchanged client of Supabase Auth. */
export class AccountClient {
  readonly auth: InstanceType<typeof AuthClient>;
  readonly #server: TestServer;
  readonly email: string;
  readonly #password: string;

  /** @param address where the browser is, for a server behind a proxy */
  constructor(
    server: TestServer,
    { email, password }: { email: string; password: string },
    address?: string,
  ) {
    this.#server = server;
    this.email = email;
    this.#password = password;
    const stored = new Map<string, string>();
    this.auth = new AuthClient({
      url: `${server.url}/auth/v1`,
      headers: {
        apikey: server.publishableKey,
        ...(address !== undefined && { 'x-forwarded-for': address }),
      },
      autoRefreshToken: false,
      experimental: { passkey: true },
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
    });
  }

  async signIn(): Promise<this> {
    const { error } = await this.auth.signInWithPassword({
      email: this.email,
      password: this.#password,
    });
    if (error) throw error;
    return this;
  }

  async token(): Promise<string> {
    const { data } = await this.auth.getSession();
    return data.session?.access_token ?? '';
  }

  /** Adds an authenticator app and enters its current code. */
  async addFactor(friendlyName = 'Phone'): Promise<{ id: string; secret: string }> {
    const { data, error } = await this.auth.mfa.enroll({ factorType: 'totp', friendlyName });
    if (error) throw error;
    const { id, totp } = data;
    const result = await this.enterCode(id, await codeOf(totp.secret, 0));
    if (result.error) throw result.error;
    return { id, secret: totp.secret };
  }

  enterCode(factorId: string, code: string) {
    return this.auth.mfa.challengeAndVerify({ factorId, code });
  }

  /** Calls the server with the session of this browser, or with a token. */
  async call(path: string, body?: object, token?: string): Promise<Response> {
    return this.#server.call(path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token ?? (await this.token())}` },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  async rpc(name: string, body: object = {}): Promise<{ status: number; body: unknown }> {
    const response = await this.call(`/rest/v1/rpc/${name}`, body);
    return { status: response.status, body: await response.json() };
  }
}
