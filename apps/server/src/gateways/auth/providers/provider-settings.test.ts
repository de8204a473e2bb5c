import { describe, expect, test } from 'vitest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  describeProvider,
  parseProviders,
  readProviders,
  readPublicProviders,
} from './provider-settings.ts';

const SECRET = 'top-secret-value';
const entra = {
  id: 'entra',
  name: 'Entra ID',
  issuer: 'https://login.microsoftonline.com/8f2c/v2.0',
  clientId: 'client',
  clientSecret: SECRET,
  domains: ['homie.example'],
};
const parse = (...providers: object[]) => parseProviders(JSON.stringify(providers));
const parseOne = (changes: object) => parse({ ...entra, ...changes });

describe('the file of identity providers', () => {
  test('ACCT-21 needs issuer, client and domains; the rest has defaults', () => {
    expect(readProviders(undefined)).toEqual([]);
    expect(parseOne({})).toEqual([
      {
        ...entra,
        only: false,
        scope: 'openid email profile',
        verifiedClaim: 'email_verified',
        groupsClaim: 'groups',
        roleLimit: 'office',
      },
    ]);
    expect(parseOne({ roles: { Admins: 'admin' }, roleLimit: 'admin' })).toHaveLength(1);
    expect(parseOne({ issuer: 'http://localhost:8080/realms/homie' })).toHaveLength(1);
  });

  test.each([
    ['clientSecret', { clientSecret: '' }],
    ['issuer', { issuer: 'http://keycloak.example/realms/homie' }],
    ['issuer', { issuer: 'https://keycloak.example/?realm=homie' }],
    ['id', { id: '../callback' }],
    ['domains', { domains: [] }],
    ['domains.0', { domains: ['@homie.example'] }],
    ['domains.0', { domains: ['localhost'] }],
    ['roles.Staff', { roles: { Staff: 'owner' } }],
    ['roleLimit', { roleLimit: 'owner' }],
    ['the file', { clientsecret: 'typed wrong' }],
  ])('ACCT-21 is refused with the wrong property, and without a value: %s', (property, changes) => {
    const attempt = () => parse({ ...entra, ...changes });
    expect(attempt).toThrow(/^HOMIE_SSO_FILE: /);
    expect(attempt).toThrow(property === 'the file' ? 'clientsecret' : `0.${property}: `);
    expect(attempt).not.toThrow(SECRET);
  });

  test('ACCT-21 routes a domain to one provider, and gives no role above its limit', () => {
    const okta = { ...entra, id: 'okta' };
    expect(() => parse(entra, entra)).toThrow('two providers have the id entra');
    expect(() => parse(entra, okta)).toThrow('two providers have the domain homie.example');
    expect(() => parseOne({ id: 'scim' })).toThrow('the id scim belongs to the directory');
    expect(() => parseOne({ roles: { Staff: 'admin' } })).toThrow('above roleLimit');
  });

  test('ACCT-21 must be readable JSON', () => {
    expect(() => parseProviders(`{ ${SECRET}`)).toThrow(/^HOMIE_SSO_FILE is not valid JSON$/);
    expect(() => readProviders('/nowhere/sso.json')).toThrow('cannot read /nowhere/sso.json');
  });

  test('ACCT-21 the page learns name and domains only', () => {
    const described = parseOne({ only: true }).map(describeProvider);
    expect(described).toEqual([
      { id: 'entra', name: 'Entra ID', domains: ['homie.example'], only: true },
    ]);
  });

  test('ACCT-21 the site of a Supabase project needs no secrets', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'homie-sso-'));
    const file = join(folder, 'sso.json');
    const { id, name, domains } = entra;
    await writeFile(file, JSON.stringify([{ id, name, domains }]));
    expect(readPublicProviders(file)).toEqual([{ id, name, domains, only: false }]);
    expect(() => readProviders(file)).toThrow('0.issuer: is missing or not valid');
    await writeFile(file, JSON.stringify([entra]));
    expect(JSON.stringify(readPublicProviders(file))).not.toContain(SECRET);
    await rm(folder, { recursive: true });
  });
});
