import { html } from 'hono/html';
import type { ReceivedMail } from './mailbox.ts';

/** No script and no outside source; the links open in the same browser that asked for the mail. */
export const MAILBOX_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
  article { border: 1px solid #8886; border-radius: 8px; padding: 1rem; margin: 1rem 0; overflow-wrap: anywhere; }
  h2 { font-size: 1.1rem; margin: 0; }
  p { margin: .5rem 0; white-space: pre-line; }
  small { opacity: .75; }
`;

/** The mails that this server would have sent, newest on top. */
export function mailboxPage(productName: string, mails: readonly ReceivedMail[]) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Mailbox - ${productName}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <h1>Mailbox</h1>
        <p>Mails that this server would have sent. Only this computer can open this page.</p>
        ${mails.length === 0 ? html`<p>No mails yet.</p>` : mails.toReversed().map(mailCard)}
      </body>
    </html>`;
}

function mailCard(mail: ReceivedMail) {
  return html`<article>
    <h2>${mail.subject}</h2>
    <small>To ${mail.to}, <time datetime="${mail.sentAt}">${mail.sentAt}</time></small>
    <p>${mail.text.replace(mail.link, '')}</p>
    <p><a href="${mail.link}">${mail.link}</a></p>
  </article>`;
}
