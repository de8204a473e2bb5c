import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { AuthClient, type EmailOtpType } from '@supabase/auth-js';
import { SMTPServer } from 'smtp-server';
import { startTestServer } from './start-test-server.ts';

/** The link of a mail, as the body of `POST /verify`. */
interface MailedLink {
  token_hash: string;
  type: EmailOtpType;
}

/** A service with the protocol of Supabase Auth: ours, or the one at `CONTRACT_AUTH_URL`. */
export interface AuthService {
  /** URL of the endpoints, such as `https://<reference>.supabase.co/auth/v1`. */
  url: string;
  /** The publishable key. */
  key: string;
  secretKey: string;
  /** Returns the token of the last link that was mailed to an address, and its type. */
  lastLink(email: string): Promise<MailedLink>;
  /** Returns the number of mails that were sent to an address. */
  countMails(email: string): Promise<number>;
  stop(): Promise<void>;
}

/** Returns the link in the text of a mail. */
function linkIn(text: string): MailedLink {
  const [address = ''] = /https?:[^\s"<]+(?:token_hash|token)=[^\s"<]+/.exec(text) ?? [];
  const { searchParams } = new URL(address.replaceAll('&amp;', '&'));
  return {
    token_hash: searchParams.get('token_hash') ?? searchParams.get('token') ?? '',
    type: (searchParams.get('type') ?? '') as EmailOtpType,
  };
}

/** Starts our server, or connects to the service that the environment names: see docs/guides/supabase.md. */
export async function openAuthService(): Promise<AuthService> {
  const { CONTRACT_AUTH_URL: url } = process.env;
  return url === undefined ? startOurs() : connectTo(url);
}

async function startOurs(): Promise<AuthService> {
  const server = await startTestServer({ magicLink: true });
  const mailsTo = async (email: string) => (await server.mails()).filter(({ to }) => to === email);
  return {
    url: `${server.url}/auth/v1`,
    key: server.publishableKey,
    secretKey: server.secretKey,
    lastLink: async (email) => linkIn((await mailsTo(email)).at(-1)?.link ?? ''),
    countMails: async (email) => (await mailsTo(email)).length,
    stop: () => server.stop(),
  };
}

/** Receives the mails of the service, which has to send them to this port of this computer. */
async function connectTo(url: string): Promise<AuthService> {
  const {
    CONTRACT_AUTH_KEY: key = '',
    CONTRACT_AUTH_SECRET_KEY: secretKey = '',
    CONTRACT_AUTH_SMTP_PORT: port = '2525',
  } = process.env;
  const mails: { to: string[]; text: string }[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const text = Buffer.concat(chunks)
          .toString()
          .replaceAll('=\r\n', '')
          .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) =>
            String.fromCharCode(Number.parseInt(code, 16)),
          );
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  smtp.listen(Number(port), '127.0.0.1');
  await once(smtp.server, 'listening');
  const mailsTo = (email: string) => mails.filter(({ to }) => to.includes(email));
  return {
    url,
    key,
    secretKey,
    lastLink: async (email) => linkIn(mailsTo(email).at(-1)?.text ?? ''),
    countMails: async (email) => mailsTo(email).length,
    stop: () => new Promise((stopped) => void smtp.close(() => stopped())),
  };
}

/** The browser of one user, with the unchanged client of Supabase Auth. */
export function openBrowser({ url, key }: AuthService, flowType: 'pkce' | 'implicit' = 'implicit') {
  const stored = new Map<string, string>();
  const auth = new AuthClient({
    url,
    headers: { apikey: key },
    flowType,
    autoRefreshToken: false,
    storage: {
      getItem: (name) => stored.get(name) ?? null,
      setItem: (name, value) => void stored.set(name, value),
      removeItem: (name) => void stored.delete(name),
    },
  });
  return Object.assign(auth, {
    /** Returns the code verifier of the flow that this browser started last. */
    codeVerifier(): string {
      const [, value = '""'] = [...stored].find(([name]) => name.endsWith('-code-verifier')) ?? [];
      return JSON.parse(value) as string;
    },
    token: async () => (await auth.getSession()).data.session?.access_token ?? '',
  });
}

export const PASSWORD = 'Passw0rd!';

const run = randomUUID().slice(0, 8);
let count = 0;
/** Returns an address that no run has used. */
export const newEmail = () => `contract-${run}-${++count}@example.test`;

/** Returns the status and the code of an error of the client; null without one. */
export const codeOf = ({ error }: { error: { status?: number; code?: string } | null }) =>
  error && `${error.status} ${error.code}`;

interface Answer {
  status: number;
  /** The fields that tests read, of any endpoint; the service may return others. */
  body: {
    id: string;
    error_code?: string;
    refresh_token?: string;
    users: { id: string }[];
  };
}

/** Creates what tests do with a service. */
export function authSteps(service: () => AuthService) {
  /** Calls an endpoint with a token, with the secret key, or with neither. */
  async function call(
    method: string,
    path: string,
    {
      body,
      token,
      asService = false,
    }: { body?: unknown; token?: string; asService?: boolean } = {},
  ): Promise<Answer> {
    const { url, key, secretKey } = service();
    const bearer = token ?? (asService ? secretKey : undefined);
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        apikey: asService ? secretKey : key,
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
  }

  return {
    call,
    /** Returns the status and the code of a refusal. */
    async refused(answer: Promise<Answer>) {
      const { status, body } = await answer;
      return `${status} ${body.error_code}`;
    },
    /** Creates a confirmed account. */
    async createUser(fields: object = { password: PASSWORD }) {
      const email = newEmail();
      const body = { email, email_confirm: true, ...fields };
      const created = await call('POST', '/admin/users', { body, asService: true });
      if (created.status !== 200) throw new Error(JSON.stringify(created));
      return { id: created.body.id, email };
    },
    async signIn(email: string, password = PASSWORD) {
      const browser = openBrowser(service());
      const { data, error } = await browser.signInWithPassword({ email, password });
      if (error) throw error;
      const { session } = data;
      return Object.assign(browser, { session, refreshToken: session.refresh_token });
    },
    refresh: (refresh_token: unknown) =>
      call('POST', '/token?grant_type=refresh_token', { body: { refresh_token } }),
  };
}
