import type { AuthError, User } from '@supabase/auth-js';
import {
  connectAuthService,
  STORAGE_KEY,
  type AuthService,
  type AuthServiceOptions,
} from './adapters/auth-service';
import { toSession } from './adapters/to-session';
import { endsSession, toAuthFailure, type AuthResult, type ServiceError } from './auth-failure';
import type { Session } from './session/session';
import { createSignOut } from './session/sign-out';
import { isFresh, millisecondsToRenewal, readStoredSession } from './session/stored-session';
import { createSessionStore, type SessionStore } from './session/session-store';
import { applyAuthEvent, restoreSession, signedOut } from './session/transitions';

declare global {
  // A property of the global object is a `var` to TypeScript.
  /** Fulfils once apps/shell/landing/first-requests.js has tried to renew an expired session. */
  var sessionRenewal: Promise<void> | undefined;
}

/** Stored for a moment in place of the session, for the other tabs: the user signs out. A lost session is only removed. */
const SIGNED_OUT = 'signed-out';

/** An answer of the service's client. */
interface ServiceAnswer {
  data: unknown;
  error: ServiceError | null;
}

/** The session of a browser, and all actions of a user on it. */
export interface Auth {
  store: SessionStore;
  /**
   * Reads the stored session, and from then on follows the service and the other tabs. An expired session stays the
   * user's while the service cannot be reached.
   */
  start(): void;
  /**
   * Returns a token to send with a call, or a promise while it is refreshed; null without a session.
   * @throws AuthError if the lookup itself fails
   */
  getAccessToken(): string | Promise<string | null>;
  /** Refreshes the token after a call was refused because of it, or ends the session. */
  sessionRefused(): Promise<void>;
  signInWithPassword(credentials: { email: string; password: string }): Promise<AuthResult>;
  /**
   * Signs up; `signedIn` is false where a mail has to be confirmed first. `isNew` is false if someone signed up with the
   * address before: a Supabase project confirms the password of that sign-up, which may be a stranger's.
   */
  signUp(credentials: {
    email: string;
    password: string;
  }): Promise<AuthResult<{ signedIn: boolean; isNew: boolean }>>;
  requestPasswordReset(email: string): Promise<AuthResult>;
  exchangeCode(code: string): Promise<AuthResult>;
  setSessionFromTokens(tokens: { accessToken: string; refreshToken: string }): Promise<AuthResult>;
  /** Sends the confirmation mail of a sign-up again. */
  resendConfirmation(email: string): Promise<AuthResult>;
  /**
   * Redeems the token of a mailed link and starts a session.
   * @param proof confirms a sign-up: the verifier of the browser that signed up, or a new password. Our server accepts
   *   both, a Supabase project neither
   */
  verifyTokenHash(
    tokenHash: string,
    type: 'recovery' | 'signup' | 'invite',
    proof?: { code_verifier: string; password?: string },
  ): Promise<AuthResult>;
  /** @param data of the user to store with it */
  updatePassword(password: string, data?: { display_name: string }): Promise<AuthResult>;
  /** Calls the service for a screen that few users open, e.g. the settings of second factors. */
  call<Answer extends ServiceAnswer>(
    action: (service: AuthService) => Promise<Answer>,
  ): Promise<AuthResult<Extract<Answer, { error: null }>['data']>>;
  /** Ends this browser's session at once, in all tabs, and revokes it on the server in the background. */
  signOut(): void;
  /**
   * Removes the user's personal data from this browser and waits until the server has revoked the
   * session, with another request if the first one failed. Can be called again after a failure.
   */
  completeSignOut(): Promise<AuthResult>;
}

/** Connects this page with the authentication service. One instance per page, created by the shell. */
export function createAuth(
  options: AuthServiceOptions,
  connect: (options: AuthServiceOptions) => Promise<AuthService> = connectAuthService,
): Auth {
  const store = createSessionStore();
  const origin = window.location.origin;
  let connection: Promise<AuthService> | undefined;

  function service(): Promise<AuthService> {
    connection ??= connect(options).then(follow, (error: unknown) => {
      connection = undefined; // a chunk that did not load may load the next time
      throw error;
    });
    return connection;
  }

  function follow(client: AuthService): AuthService {
    client.onAuthStateChange((event, session) => {
      const current = toSession(session, now());
      // The client reports none if it could not renew the session. It deletes one that the service refused.
      const unrenewed = event === 'INITIAL_SESSION' ? readExpired() : null;
      store.setState((state) => applyAuthEvent(state, event, current ?? unrenewed));
    });
    return client;
  }

  function readExpired(): Session | null {
    const stored = readStoredSession(window.localStorage.getItem(STORAGE_KEY), now());
    return stored.kind === 'expired' ? stored.session : null;
  }

  function lookUpByService(): void {
    service().catch(() => store.setState(({ session }) => restoreSession(session)));
  }

  function restore(): void {
    const stored = readStoredSession(window.localStorage.getItem(STORAGE_KEY), now());
    if (stored.kind !== 'fresh') {
      if (stored.kind === 'none') store.setState(restoreSession(null));
      // It is renewed once there is a connection.
      if (stored.kind === 'expired' && !navigator.onLine)
        store.setState(restoreSession(stored.session));
      return lookUpByService();
    }
    store.setState(restoreSession(stored.session));
    // The client is a tenth of the first load, and a fresh session needs it only for its renewal.
    setTimeout(lookUpByService, millisecondsToRenewal(stored.session, now()));
  }

  function followOtherTabs({ key, newValue }: StorageEvent): void {
    if (key !== null && key !== STORAGE_KEY) return;
    if (newValue === SIGNED_OUT)
      return store.setState((state) => signedOut(state, 'signed-out-in-another-tab'));
    const stored = readStoredSession(newValue, now());
    if (stored.kind === 'none')
      store.setState((state) => applyAuthEvent(state, 'SIGNED_OUT', null));
    if (stored.kind === 'fresh') {
      // Whatever the other tab changed: it may be the user alone, with the same token.
      store.setState((state) => applyAuthEvent(state, 'USER_UPDATED', stored.session));
    }
  }

  async function call<Answer extends ServiceAnswer>(
    action: (client: AuthService) => Promise<Answer>,
  ): Promise<AuthResult<Answer['data']>> {
    try {
      const client = await service();
      const { data, error } = await action(client);
      if (!error) return { ok: true, data };
      const failure = toAuthFailure(error);
      if (endsSession(failure.code)) await client.signOut({ scope: 'local' });
      return { ok: false, failure };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { ok: false, failure: { kind: 'unexpected', message } };
    }
  }

  const runAction = (action: (client: AuthService) => Promise<{ error: AuthError | null }>) =>
    call(async (client) => {
      const { error } = await action(client);
      return { data: undefined, error };
    });

  const signOut = createSignOut((accessToken) =>
    runAction(async (client) => {
      // Ends this browser's session only: the user's other devices stay signed in.
      const { error } = await client.admin.signOut(accessToken, 'local');
      return { error: error && isUnknownSession(error) ? null : error };
    }),
  );

  async function refreshToken(): Promise<string | null> {
    const { data, error } = await (await service()).getSession();
    if (error) throw error;
    return data.session?.access_token ?? null;
  }

  return {
    store,

    start() {
      window.addEventListener('storage', followOtherTabs);
      if (globalThis.sessionRenewal) void globalThis.sessionRenewal.then(restore);
      else restore();
    },

    getAccessToken() {
      const { session } = store.getState();
      return session && isFresh(session, now()) ? session.access_token : refreshToken();
    },

    async sessionRefused() {
      if (!store.getState().session) return;
      const client = await service();
      const { error } = await client.refreshSession();
      if (error && toAuthFailure(error).kind === 'refused')
        await client.signOut({ scope: 'local' });
    },

    signInWithPassword: (credentials) =>
      runAction((client) => client.signInWithPassword(credentials)),

    async signUp(credentials) {
      const outcome = { signedIn: false, isNew: true };
      const options = { emailRedirectTo: `${origin}/auth/callback` };
      const result = await runAction(async (client) => {
        const { error, data } = await client.signUp({ ...credentials, options });
        outcome.signedIn = data.session !== null;
        outcome.isNew = isNewAccount(data.user);
        return { error };
      });
      return result.ok ? { ok: true, data: outcome } : result;
    },

    requestPasswordReset: (email) =>
      runAction((client) =>
        client.resetPasswordForEmail(email, { redirectTo: `${origin}/auth/reset-password` }),
      ),

    exchangeCode: (code) => runAction((client) => client.exchangeCodeForSession(code)),

    setSessionFromTokens: ({ accessToken, refreshToken }) =>
      runAction((client) =>
        client.setSession({ access_token: accessToken, refresh_token: refreshToken }),
      ),

    resendConfirmation: (email) =>
      runAction((client) =>
        client.resend({
          type: 'signup',
          email,
          options: { emailRedirectTo: `${origin}/auth/callback` },
        }),
      ),

    verifyTokenHash: (tokenHash, type, proof) =>
      runAction((client) => client.verifyOtp({ token_hash: tokenHash, type, ...proof })),

    updatePassword: (password, data) =>
      runAction((client) => client.updateUser({ password, ...(data && { data }) })),

    call,

    signOut() {
      const { session } = store.getState();
      if (!session) return;
      // Before the request: the screen reports that the session has ended, also without a connection.
      window.localStorage.setItem(STORAGE_KEY, SIGNED_OUT);
      window.localStorage.removeItem(STORAGE_KEY);
      store.setState((state) => signedOut(state));
      signOut.start(session);
    },

    completeSignOut: () => signOut.complete(),
  };
}

/** Returns whether an account was created with the mail that was sent last. The next one is sent a minute later at least. */
function isNewAccount(user: User | null): boolean {
  const created = Date.parse(user?.created_at ?? '');
  return !(Date.parse(user?.confirmation_sent_at ?? '') - created > 30_000);
}

/** Returns whether the server refuses a sign-out because the session is already over. */
function isUnknownSession({ status }: AuthError): boolean {
  return status === 401 || status === 403 || status === 404;
}

/** Returns the time in seconds since 1970, as tokens count it. */
function now(): number {
  return Date.now() / 1000;
}
