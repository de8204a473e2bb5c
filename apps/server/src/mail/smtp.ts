import type { SendMail } from './mail.ts';

/** The mail service. */
export interface SmtpSettings {
  /** `smtp://user:password@host:587`, or `smtps://…` for TLS from the first byte. */
  url: string;
  /** Sender of mails, e.g. `Second Homie <no-reply@homie.example>`. */
  from: string;
}

/** Sends mails, and reports at the start whether it can. */
export interface MailService {
  send: SendMail;
  /** @throws if the service cannot be reached or refuses us */
  check(): Promise<void>;
}

const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Creates a mail service that uses SMTP, loaded only if there is one. A password is never sent unencrypted, except to
 * this computer.
 */
export function createSmtpService({ url, from }: SmtpSettings): MailService {
  const { username, hostname, protocol } = new URL(url);
  const requireTLS = protocol === 'smtp:' && username !== '' && !LOOPBACK.has(hostname);
  const domain = /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost';
  const transport = import('nodemailer').then(({ createTransport }) =>
    createTransport({ url, requireTLS, ...PATIENCE }),
  );
  return {
    async send({ to, subject, text }, id) {
      const messageId = `<${id}@${domain}>`;
      await (
        await transport
      ).sendMail({
        messageId,
        from,
        // Not parsed: an address has characters that have a meaning in a list of addresses with names.
        to: { name: '', address: to },
        subject,
        text,
      });
    },
    async check() {
      await (await transport).verify();
    },
  };
}

/**
 * Reads SMTP_URL and MAIL_FROM.
 * @throws Error with a message that names the expected value, without the given one: it may hold a password
 */
export function readSmtpSettings(
  text: (name: string) => string | undefined,
): SmtpSettings | undefined {
  const url = text('SMTP_URL');
  const from = text('MAIL_FROM');
  if (url === undefined && from === undefined) return undefined;
  if (url === undefined)
    throw new Error('Set SMTP_URL too: MAIL_FROM alone does not say who delivers the mails.');
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol) || !new URL(url).hostname)
    throw new Error('SMTP_URL must be of the form smtp://user:password@host:587 or smtps://…:465');
  if (from === undefined || !/^([^<>\r\n"]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(from))
    throw new Error(
      'Set MAIL_FROM to the sender of the mails, like "Second Homie <no-reply@homie.example>".',
    );
  return { url, from };
}
