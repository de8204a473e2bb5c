import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { mailText } from './mail-texts.ts';
import { noticeText } from './notice-text.ts';

/** Returns the words of a template. */
const readWords = (template: string) =>
  template
    .replaceAll(/<\/?span[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const supabase = resolve(import.meta.dirname, '../../../../supabase');

test.each([
  ['signup', 'confirmation', '/auth/callback', '#email={{ .Email }}'],
  ['recovery', 'recovery', '/auth/reset-password', '#email={{ .Email }}'],
  ['invite', 'invite', '/auth/accept-invitation', '#email={{ .Email }}'],
  ['magiclink', 'magic_link', '/auth/callback', '#email={{ .Email }}'],
  ['email_change', 'email_change', '/auth/callback', ''],
] as const)(
  'ACCT-77 MAIL-20 the %s mail of a hosted project is the same as ours, with a link for any browser',
  async (kind, name, page, fragment) => {
    const link = `{{ .SiteURL }}${page}?token_hash={{ .TokenHash }}&type=${kind}${fragment}`;
    const change = { from: '{{ .Email }}', to: '{{ .NewEmail }}' };
    const { subject, text, action } = mailText(kind, 'Second Homie', link, { change });
    const template = await readFile(`${supabase}/templates/${name}.html`, 'utf8');
    expect(readWords(template)).toBe(`${text.replace(`\n\n${link}`, '')} ${action}`);
    expect(template).toContain(`href="${link}"`);
    const config = await readFile(`${supabase}/config.toml`, 'utf8');
    expect(config).toContain(
      `[auth.email.template.${name}]\nsubject = "${subject}"\ncontent_path = "./supabase/templates/${name}.html"`,
    );
  },
);

test.each([
  ['password_changed', 'password_changed'],
  ['factor_added', 'mfa_factor_enrolled'],
  ['factor_removed', 'mfa_factor_unenrolled'],
] as const)(
  'MAIL-16 the mail %s of a hosted project is the same as ours, without the time and the device',
  async (kind, notification) => {
    const link = '{{ .SiteURL }}/auth/not-me#email={{ .Email }}';
    const notice = { kind, at: '2026-11-30T00:00:00Z', timeZone: 'Australia/Perth' };
    const { subject, text, action } = noticeText(notice, 'Second Homie', link, false);
    const template = await readFile(`${supabase}/templates/${kind}.html`, 'utf8');
    expect(readWords(template)).toBe(`${text.replace(link, '').replaceAll('\n\n', ' ')}${action}`);
    expect(template).toContain(`href="${link}"`);
    expect(await readFile(`${supabase}/config.toml`, 'utf8')).toContain(
      `[auth.email.notification.${notification}]\nenabled = true\nsubject = "${subject}"\ncontent_path = "./templates/${kind}.html"`,
    );
  },
);
