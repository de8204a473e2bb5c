import { AsyncLocalStorage } from 'node:async_hooks';
import type { App } from '@supabase/lite';
import type { AuthFlows, FlowRequest } from '../data/database/auth-flows.ts';
import { mailText, type AddressChange, type MailKind } from './mail-texts.ts';
import type { CheckMail, SendMail } from './mail.ts';

type TokenMailKind = Exclude<MailKind, 'provider-invite' | 'account-exists' | 'address-taken'>;

/** The page of the link in each mail. It shows a button that consumes the token: scanners open links. */
export const MAIL_PAGES: Record<MailKind, string> = {
  signup: '/auth/callback',
  recovery: '/auth/reset-password',
  invite: '/auth/accept-invitation',
  'provider-invite': '/auth/sign-in',
  magiclink: '/auth/callback',
  email_change: '/auth/callback',
  'account-exists': '/auth/sign-in',
  'address-taken': '/auth/sign-in',
};

/** The interface that lite calls to send a mail. */
export type LiteMailer = NonNullable<App['_mailer']>;

/** Composes the mails; another component delivers them. */
export interface MailComposer {
  /** Plugs into `@supabase/lite`, whose own mailer knows neither `redirect_to` nor PKCE. */
  lite: LiteMailer;
  /**
   * Runs `work` so that the mails it sends use the redirect of `flow`.
   * @throws {MailFailedError} if a mail could not be sent; if none was due, also if one could not have been sent,
   *   because the difference would reveal who has an account
   */
  during<T>(flow: FlowRequest, work: () => Promise<T>): Promise<T>;
  /**
   * The fragment of the link, which browsers do not send, has the address: password managers store the password that
   * the user chooses on the page under it.
   * @param name that the page suggests, also in the fragment
   */
  send(
    kind: Exclude<TokenMailKind, 'email_change'>,
    to: string,
    token: string,
    name?: string | null,
  ): Promise<void>;
  /** Sends a link that confirms a change of the address of an account, to one of the two addresses. */
  sendEmailChange(to: string, token: string, change: AddressChange): Promise<void>;
  /** Sends an invitation to a user who accepts it by signing in through an identity provider. */
  sendProviderInvitation(to: string): Promise<void>;
  /** Sends a mail with a link to the sign-in page to the address of an account that someone tried to create again. */
  sendAccountExists(to: string): Promise<void>;
  /** Sends the same to an address that has an account and that another user wants to use. */
  sendAddressTaken(to: string): Promise<void>;
}

/** The mail service is unavailable or refuses us. */
export class MailFailedError extends Error {}

/** State of the mails of one request. */
interface Outgoing extends FlowRequest {
  sent?: boolean;
  failure?: MailFailedError;
}

/** Composes the mails of sign-up, invitation, password reset, sign-in links and changes of address. */
export function createMailComposer(options: {
  siteUrl: string;
  productName: string;
  flows: AuthFlows;
  deliver: SendMail;
  check?: CheckMail;
  /** Called with the reason why a mail could not be sent, without its recipient. */
  onFailure: (error: unknown) => void;
}): MailComposer {
  const current = new AsyncLocalStorage<Outgoing>();

  const requestedFlow = () => current.getStore() ?? { redirectTo: options.siteUrl };

  const deliver = async (
    kind: MailKind,
    to: string,
    {
      search = '',
      hash = '',
      change,
    }: { search?: string; hash?: string; change?: AddressChange } = {},
  ) => {
    const link = new URL(MAIL_PAGES[kind], requestedFlow().redirectTo);
    link.search = search;
    link.hash = hash;
    const mail = { to, link: link.href, ...mailText(kind, options.productName, link.href, change) };
    await attempt(() => options.deliver(mail));
  };

  /** Stores the flow that a link continues, and returns the query of its address. */
  const prepareLink = async (kind: TokenMailKind, token: string): Promise<string> => {
    await options.flows.rememberLink(token, requestedFlow(), kind === 'invite' ? 7 : 1);
    return new URLSearchParams({ token_hash: token, type: kind }).toString();
  };

  const send: MailComposer['send'] = async (kind, to, token, name) => {
    const search = await prepareLink(kind, token);
    const hash = new URLSearchParams({ ...(name && { name }), email: to }).toString();
    await deliver(kind, to, { search, hash });
  };

  const attempt = async (work: () => Promise<void>) => {
    const outgoing = current.getStore();
    if (outgoing) outgoing.sent = true;
    try {
      await work();
    } catch (error) {
      options.onFailure(error);
      const failure = new MailFailedError('The mail could not be handed over', { cause: error });
      // Stored because the caller may hide the error from its own caller.
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
    sendEmailChange: async (to, token, change) =>
      deliver('email_change', to, { search: await prepareLink('email_change', token), change }),
    sendProviderInvitation: (to) => deliver('provider-invite', to),
    sendAccountExists: (to) => deliver('account-exists', to),
    sendAddressTaken: (to) => deliver('address-taken', to),
  };
}
