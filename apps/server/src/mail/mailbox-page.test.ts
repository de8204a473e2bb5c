import { expect, test } from 'vitest';
import { fontFaces, mailboxPage } from './mailbox-page.ts';

const mail = {
  to: 'a@example.test',
  subject: 'Hello',
  text: 'Open this link.',
  link: 'https://homie.example/x',
  action: 'Open',
  sentAt: '2026-12-02T03:04:00.000Z',
};

test('shows the mails in the time zone of the computer, in the fonts of the product', async () => {
  const face = "@font-face { font-family: 'Atkinson'; src: url('/assets/a.woff2'); }";
  const landing = `<html><style>${face}\nbody { margin: 0 }</style></html>`;
  const page = String(await mailboxPage('Second Homie', [mail], fontFaces(landing)));
  expect(page).toContain(face);
  expect(page).not.toContain('margin: 0 }</style>');
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const hour = new Date(mail.sentAt).toLocaleString('en-AU', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  });
  expect(page).toContain(hour);
  expect(fontFaces('Not found')).toBe('');
});
