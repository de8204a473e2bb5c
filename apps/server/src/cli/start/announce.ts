import { DEMO_ACCOUNTS } from '../../operations/users/demo-accounts.ts';

/** Instruction for a new database. */
export const NO_ADMIN =
  'There is no administrator yet: npm run homie -- users add you@example.org --admin';

/** Formats the lines that are printed once the server is ready. */
export function announcement(options: {
  url: string;
  seconds: number;
  /** The demo accounts exist. */
  hasDemo: boolean;
  hasAdmin: boolean;
  showsMails: boolean;
  /** Host of the mail server; undefined if there is none. */
  mailHost: string | undefined;
  metricsPort: number | undefined;
  dataDir: string;
  /** Who writes the replies, in words. */
  replies: string;
}): string {
  const lines = [
    '',
    `  Second Homie is ready after ${options.seconds.toFixed(1)} s`,
    '',
    `  Address   ${options.url}`,
    mailLine(options),
    `  Data      ${options.dataDir}`,
    ...(options.metricsPort === undefined ? [] : [`  Metrics   on port ${options.metricsPort}`]),
    `  Replies   ${options.replies}`,
    ...(options.hasAdmin ? [] : [`  ${NO_ADMIN}`]),
    ...(options.hasDemo
      ? [
          '',
          '  Demo accounts, all with the password homie-demo-2026',
          ...DEMO_ACCOUNTS.map((email) => `    ${email}`),
        ]
      : []),
    '',
    '  Stop with Ctrl-C',
    '',
  ];
  return lines.join('\n');
}

function mailLine(options: { mailHost: string | undefined; showsMails: boolean; url: string }) {
  if (options.mailHost !== undefined) return `  Mails     are sent through ${options.mailHost}`;
  if (options.showsMails) return `  Mailbox   ${options.url}/_mailbox`;
  return '  Mails     are neither sent nor shown: set SMTP_URL and MAIL_FROM';
}
