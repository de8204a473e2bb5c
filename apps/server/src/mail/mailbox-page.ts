import { html, raw } from 'hono/html';
import type { ReceivedMail } from './mailbox.ts';

/** Allows no script and no outside source. */
export const MAILBOX_CSP =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 'Atkinson Hyperlegible Next Variable', 'Atkinson Fallback', system-ui, sans-serif;
    --canvas: #FBF9F5; --surface: #FFF; --ink: #27231D; --muted: #544D42; --line: #D5CCBD; --solid: #2B5E50; --on-solid: #FFF; }
  @media (prefers-color-scheme: dark) { :root {
    --canvas: #1D1B18; --surface: #262420; --ink: #F2EDE4; --muted: #C9C0B2; --line: #4D473E; --solid: #86C4AC; --on-solid: #11251E; } }
  body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; background: var(--canvas); color: var(--ink); font-family: inherit; }
  h1 { font-size: 1.75rem; line-height: 1.2; margin: 0; }
  article { margin: 1rem 0; padding: 1.25rem; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); overflow-wrap: anywhere; }
  h2 { font-size: 1.125rem; line-height: 1.35; margin: 0; }
  p { margin: .75rem 0; }
  a { display: inline-block; padding: .5rem 1rem; border-radius: 6px; background: var(--solid); color: var(--on-solid); font-weight: 500; text-decoration: none; }
  a:hover { text-decoration: underline; }
  a:focus-visible { outline: 2px solid var(--solid); outline-offset: 2px; }
  small { color: var(--muted); font-size: .875rem; }
  code { color: var(--muted); font-size: .75rem; }
`;

/** In the time zone of this computer, the only one that can open the page. */
const moment = new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** Returns the rules that load the product's fonts from a page that has them; empty if no pages are built. */
export function fontFaces(page: string): string {
  return (page.match(/@font-face\s*\{[^{}<]*\}/g) ?? []).join('\n');
}

/**
 * Renders the emails that this server would have sent, newest on top.
 * @param fonts the rules that load the product's fonts
 */
export function mailboxPage(productName: string, mails: readonly ReceivedMail[], fonts: string) {
  return html`<!doctype html>
    <html lang="en-AU">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Mailbox · ${productName}</title>
        <style>
          ${raw(fonts + style)}
        </style>
      </head>
      <body>
        <h1>Mailbox</h1>
        <p>Emails this server would have sent. Only this computer can open this page.</p>
        ${mails.length === 0 ? html`<p>No emails yet.</p>` : mails.toReversed().map(mailCard)}
      </body>
    </html>`;
}

function mailCard(mail: ReceivedMail) {
  return html`<article>
    <h2>${mail.subject}</h2>
    <small
      >To ${mail.to} ·
      <time datetime="${mail.sentAt}">${moment.format(new Date(mail.sentAt))}</time></small
    >
    <p>${mail.text.replace(mail.link, '').trim()}</p>
    <p><a href="${mail.link}">${mail.action}</a></p>
    <code>${mail.link}</code>
  </article>`;
}
