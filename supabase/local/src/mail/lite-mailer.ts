import { AsyncLocalStorage } from 'node:async_hooks';
import type { App } from '@supabase/lite';
import type { AuthFlows, FlowRequest } from '../auth/auth-flows.ts';
import { mailText, type MailKind } from './mail-texts.ts';
import type { SendMail } from './mail.ts';

/** What lite calls to send a mail. */
export type LiteMailer = NonNullable<App['_mailer']>;

/** Writes the mails; who delivers them is another's business. */
export interface MailComposer {
  /** Plugs into `@supabase/lite`, whose own mailer knows neither `redirect_to` nor PKCE. */
  lite: LiteMailer;
  /** Runs `work` so that the mails it causes lead where `flow` says. */
  during<T>(flow: FlowRequest, work: () => Promise<T>): Promise<T>;
  send(kind: MailKind, to: string, token: string): Promise<void>;
}

/** Composes the mails of sign-up and password reset. */
export function createMailComposer(options: {
  siteUrl: string;
  productName: string;
  flows: AuthFlows;
  deliver: SendMail;
}): MailComposer {
  const current = new AsyncLocalStorage<FlowRequest>();

  const send = async (kind: MailKind, to: string, token: string) => {
    const flow = current.getStore() ?? { redirectTo: options.siteUrl };
    await options.flows.rememberLink(token, flow);
    const link = new URL('/auth/v1/verify', options.siteUrl);
    link.searchParams.set('token', token);
    link.searchParams.set('type', kind);
    link.searchParams.set('redirect_to', flow.redirectTo);
    await options.deliver({
      to,
      link: link.href,
      ...mailText(kind, options.productName, link.href),
    });
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
    during: (flow, work) => current.run(flow, work),
    send,
  };
}
