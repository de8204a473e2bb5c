import { expect, test } from 'vitest';
import { formatSecurityTxt } from './security-txt.ts';

const now = new Date('2026-11-23T04:05:06.789Z');

test('names contact, expiry and canonical address as RFC 9116 defines them', () => {
  const security = { contact: 'help@homie.example', siteUrl: 'https://homie.example' };
  expect(formatSecurityTxt(security, now)).toBe(
    'Contact: mailto:help@homie.example\nExpires: 2027-05-22T04:05:06Z\nCanonical: https://homie.example/.well-known/security.txt\n',
  );
});

test('names web addresses with https only, and adds no line for a contact with a line break', () => {
  const siteUrl = 'http://localhost:4200';
  expect(formatSecurityTxt({ contact: 'http://homie.example/help', siteUrl }, now)).toBeUndefined();
  const contact = 'a\nEncryption:x@homie.example';
  expect(formatSecurityTxt({ contact, siteUrl }, now)?.trim().split('\n')).toHaveLength(2);
});
