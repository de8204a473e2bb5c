import { AsyncLocalStorage } from 'node:async_hooks';
import type { App } from '@supabase/lite';
import type { AuthFlows, FlowRequest } from '../data/database/auth-flows.ts';
import { mailText, type MailKind } from './mail-texts.ts';
import type { CheckMail, SendMail } from './mail.ts';

type TokenMailKind = Exclude<MailKind, 'account-exists'>;

/** The page that each mail leads to. It shows a button that spends the token: scanners open links. */
const PAGES: Record<MailKind, string> = {
  signup: '/auth/callback',
  recovery: '/auth/reset-password',
  'account-exists': '/auth/sign-in',
};

/** What lite calls to send a mail. */
export type LiteMailer = NonNullable<App['_mailer']>;

/** Writes the mails; who delivers them is another's business. */
export interface MailComposer {
  /** Plugs into `@supabase/lite`, whose own mailer knows neither `redirect_to` nor PKCE. */
  lite: LiteMailer;
  /**
   * Runs `work` so that the mails it causes lead where `flow` says.
   * @throws {MailFailedError} when one could not be handed over, or could not have been had there been one: whether
   *   there was tells who has an account
   */
  during<T>(flow: FlowRequest, work: () => Promise<T>): Promise<T>;
  send(kind: TokenMailKind, to: string, token: string): Promise<void>;
  /** Sends the address of an account that someone tried to create again the way to sign in. */
  sendAccountExists(to: string): Promise<void>;
}

/** The mail service is away or refuses us. */
export class MailFailedError extends Error {}

/** What becomes of the mails of one request. */
interface Outgoing extends FlowRequest {
  sent?: boolean;
  failure?: MailFailedError;
}

/** Composes the mails of sign-up and password reset. */
export function createMailComposer(options: {
  siteUrl: string;
  productName: string;
  flows: AuthFlows;
  deliver: SendMail;
  check?: CheckMail;
  /** Told why a mail could not be handed over, without for whom it was. */
  onFailure: (error: unknown) => void;
}): MailComposer {
  const current = new AsyncLocalStorage<Outgoing>();

  const requestedFlow = () => current.getStore() ?? { redirectTo: options.siteUrl };

  const deliver = async (kind: MailKind, to: string, query = '') => {
    const link = new URL(PAGES[kind], requestedFlow().redirectTo);
    link.search = query;
    const mail = { to, link: link.href, ...mailText(kind, options.productName, link.href) };
    await attempt(() => options.deliver(mail));
  };

  const send = async (kind: TokenMailKind, to: string, token: string) => {
    await options.flows.rememberLink(token, requestedFlow());
    await deliver(kind, to, new URLSearchParams({ token_hash: token, type: kind }).toString());
  };

  const attempt = async (work: () => Promise<void>) => {
    const outgoing = current.getStore();
    if (outgoing) outgoing.sent = true;
    try {
      await work();
    } catch (error) {
      options.onFailure(error);
      const failure = new MailFailedError('The mail could not be handed over', { cause: error });
      // Whoever asked for it may hide the reason from its own caller.
      if (outgoing) outgoing.failure = failure;
      throw failure;
    }
  };

  const notOffered = async () => {
    throw new Error('this kind of mail is not offered');
  };

  return {
    lite: {
      sendConfirmation: (to: string, token: string) => send('signup', to, token),
      sendRecovery: (to: string, token: string) => send('recovery', to, token),
      sendMagicLink: notOffered,
      sendEmailChange: notOffered,
      sendReauthentication: notOffered,
    },
    during: (flow, work) => {
      const outgoing: Outgoing = { ...flow };
      return current.run(outgoing, async () => {
        const result = await work();
        if (outgoing.failure) throw outgoing.failure;
        if (!outgoing.sent && options.check) await attempt(options.check);
        return result;
      });
    },
    send,
    sendAccountExists: (to) => deliver('account-exists', to),
  };
}
