import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { mailText } from './mail-texts.ts';

const supabase = resolve(import.meta.dirname, '../../../../supabase');

test.each([
  ['signup', 'confirmation', '/auth/callback', '#email={{ .Email }}'],
  ['recovery', 'recovery', '/auth/reset-password', '#email={{ .Email }}'],
  ['invite', 'invite', '/auth/accept-invitation', '#email={{ .Email }}'],
  ['magiclink', 'magic_link', '/auth/callback', ''],
  ['email_change', 'email_change', '/auth/callback', ''],
] as const)(
  'ACCT-77 the %s mail of a hosted project is the same as ours, with a link for any browser',
  async (kind, name, page, fragment) => {
    const link = `{{ .SiteURL }}${page}?token_hash={{ .TokenHash }}&type=${kind}${fragment}`;
    const change = { from: '{{ .Email }}', to: '{{ .NewEmail }}' };
    const { subject, text, action } = mailText(kind, 'Second Homie', link, change);
    const template = await readFile(`${supabase}/templates/${name}.html`, 'utf8');
    const words = template.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    expect(words.trim()).toBe(`${text.replace(`\n\n${link}`, '')} ${action}`);
    expect(template).toContain(`href="${link}"`);
    const config = await readFile(`${supabase}/config.toml`, 'utf8');
    expect(config).toContain(
      `[auth.email.template.${name}]\nsubject = "${subject}"\ncontent_path = "./supabase/templates/${name}.html"`,
    );
  },
);
