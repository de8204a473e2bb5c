import { describe, expect, test } from 'vitest';
import { readSettings, type StartFlags } from './read-settings.ts';
import { SettingsError } from './settings-error.ts';
import { startsOffline } from '../../gateways/pages/local-copies.ts';

const read = (environment: Record<string, string> = {}, flags: StartFlags = {}) =>
  readSettings('/root', environment, flags);

describe('settings', () => {
  test('by default the product runs on this computer only, embedded and seeded', () => {
    const { backend, reset } = read();
    expect(backend).toMatchObject({
      host: '127.0.0.1',
      port: 4200,
      dataDir: '/root/.homie',
      migrationsDir: '/root/supabase/migrations',
      seedDir: '/root/supabase/seed',
      corsOrigins: [],
      trustedProxies: [],
      demoMode: true,
    });
    expect(backend.databaseUrl).toBeUndefined();
    expect(reset).toBe(false);
  });

  test('SCIM-01 the token of the directory reaches the server, and there is none by default', () => {
    const token = 't'.repeat(32);
    expect(read().backend.scim).toBeUndefined();
    expect(read({ HOMIE_SCIM_TOKEN: token }).backend.scim).toEqual({ token, roleLimit: 'office' });
  });

  test('ACCT-53 the database of places is a path from the root, and there is none by default', () => {
    expect(read().backend.placesFile).toBeUndefined();
    expect(read({ HOMIE_PLACES_FILE: 'city.mmdb' }).backend.placesFile).toBe('/root/city.mmdb');
  });

  test('an external database is not seeded by default', () => {
    const environment = { DATABASE_URL: 'postgres://localhost/homie' };
    expect(read(environment).backend.seedDir).toBeUndefined();
    expect(read({ ...environment, HOMIE_SEED: 'true' }).backend.seedDir).toBe(
      '/root/supabase/seed',
    );
  });

  test('a site with a public address is not seeded unless it is a demo', () => {
    const environment = { HOMIE_SITE_URL: 'https://homie.example' };
    expect(read(environment).backend.seedDir).toBeUndefined();
    expect(() => read({ ...environment, HOMIE_SEED: 'true' })).toThrow(/HOMIE_SEED=demo/);
    expect(read({ ...environment, HOMIE_SEED: 'demo' }).backend.seedDir).toBe(
      '/root/supabase/seed',
    );
    expect(() => read({ ...environment, HOMIE_SEED: 'demo' }, { production: true })).toThrow(
      /leave it out/,
    );
    expect(read({ HOMIE_SITE_URL: 'http://localhost:4200' }).backend.seedDir).toBe(
      '/root/supabase/seed',
    );
  });

  test('lists are split, and origins are validated', () => {
    const { backend } = read({
      HOMIE_CORS_ORIGINS: 'https://a.example, https://b.example',
      HOMIE_TRUSTED_PROXIES: '10.0.0.1',
      HOMIE_SITE_URL: 'https://homie.example/',
    });
    expect(backend.corsOrigins).toEqual(['https://a.example', 'https://b.example']);
    expect(backend.trustedProxies).toEqual(['10.0.0.1']);
    expect(backend.siteUrl).toBe('https://homie.example');
  });

  test('the mailbox setting is undefined by default', () => {
    expect(read().backend.mailbox).toBeUndefined();
    expect(read({ HOMIE_MAILBOX: '' }).backend.mailbox).toBeUndefined();
    expect(read({ HOMIE_MAILBOX: 'true' }).backend.mailbox).toBe(true);
    expect(read({ HOMIE_MAILBOX: 'false' }).backend.mailbox).toBe(false);
  });

  test('a virus scanner is passed on to the scan', () => {
    expect(read().backend.functionSettings?.clamav).toBeUndefined();
    expect(read({ CLAMAV_HOST: 'clamav' }).backend.functionSettings?.clamav).toEqual({
      host: 'clamav',
      port: 3310,
    });
    expect(() => read({ CLAMAV_HOST: 'tcp://clamav' })).toThrow(SettingsError);
  });

  test('a connected provider hides the demo badge by default', () => {
    expect(read().backend.functionSettings?.ai).toEqual({ kind: 'demo' });
    const environment = { AI_API_KEY: 'sk-hidden' };
    expect(read(environment).backend.functionSettings?.ai).toEqual({
      kind: 'responses',
      apiKey: 'sk-hidden',
    });
    expect(read(environment).backend.demoMode).toBe(false);
    expect(read({ ...environment, HOMIE_DEMO_MODE: 'true' }).backend.demoMode).toBe(true);
    expect(read({ ...environment, AI_PROVIDER: 'demo' }).backend.demoMode).toBe(true);
  });

  test('--reset is read, and works with the embedded database only', () => {
    expect(read({}, { reset: true }).reset).toBe(true);
    expect(() => read({ DATABASE_URL: 'postgres://localhost/homie' }, { reset: true })).toThrow(
      'name a new database there instead',
    );
  });

  test.each([
    ['--production', {}, { production: true }],
    ['HOMIE_PRODUCTION', { HOMIE_PRODUCTION: 'true' }, {}],
  ])(
    'with %s there are no demo accounts, and mails are not shown by default',
    (_name, environment, flags) => {
      const { backend } = read(environment, flags);
      expect(backend).toMatchObject({ production: true, mailbox: false });
      expect(backend.seedDir).toBeUndefined();
      expect(read({ ...environment, HOMIE_MAILBOX: 'true' }, flags).backend.mailbox).toBe(true);
      expect(() => read({ ...environment, HOMIE_SEED: 'true' }, flags)).toThrow(/leave it out/);
    },
  );

  test('the settings of shutdown, metrics, logs and TLS are read', () => {
    expect(read().backend).toMatchObject({ drainMs: 0, repliesMs: 25_000 });
    expect(read().logFormat).toBe('text');
    const { backend, logFormat } = read({
      HOMIE_DRAIN_SECONDS: '5',
      HOMIE_SHUTDOWN_SECONDS: '0',
      HOMIE_METRICS_PORT: '9464',
      HOMIE_LOG: 'json',
      HOMIE_TLS_CERT: import.meta.filename,
      HOMIE_TLS_KEY: import.meta.filename,
    });
    expect(logFormat).toBe('json');
    expect(backend).toMatchObject({
      drainMs: 5_000,
      repliesMs: 0,
      metrics: { port: 9464, host: '127.0.0.1' },
      tls: { cert: import.meta.filename, key: import.meta.filename },
    });
  });

  test('ACCT-48 sign-in links are off unless HOMIE_MAGIC_LINK is true', () => {
    expect(read().backend.magicLink).toBe(false);
    expect(read({ HOMIE_MAGIC_LINK: 'True' }).backend.magicLink).toBe(true);
    expect(() => read({ HOMIE_MAGIC_LINK: 'on' })).toThrow('HOMIE_MAGIC_LINK');
  });

  test('the settings of contact, sign-up and SMTP are read', () => {
    expect(read().smtp).toBeUndefined();
    expect(read().backend.contact).toBeUndefined();
    for (const HOMIE_CONTACT of ['help@homie.example', 'https://homie.example/help'])
      expect(read({ HOMIE_CONTACT }).backend.contact).toBe(HOMIE_CONTACT);
    expect(read().backend.signUp).toEqual({ open: true, domains: [] });
    const SMTP_URL = 'smtps://homie:secret@mail.example';
    const given = {
      SMTP_URL,
      MAIL_FROM: 'Homie <no-reply@homie.example>',
      HOMIE_SIGN_UP: 'closed',
    };
    expect(read(given).smtp).toEqual({ url: SMTP_URL, from: given.MAIL_FROM });
    expect(read(given).backend.signUp).toEqual({ open: false, domains: [] });
  });

  test('PEOPLE-05 new users wait for approval in production, unless the setting says otherwise', () => {
    const production = (environment: Record<string, string> = {}) =>
      read(environment, { production: true }).backend.signUp;
    expect(production()).toEqual({ open: true, domains: [], needsApproval: true });
    expect(production({ HOMIE_SIGN_UP: 'open' })).toEqual({ open: true, domains: [] });
    expect(production({ HOMIE_SIGN_UP: 'Approve, care.example' })).toEqual({
      open: true,
      domains: ['care.example'],
      needsApproval: true,
    });
  });

  test('INSTANT-12 copies are stored on devices of the embedded server, elsewhere in memory, unless the setting says otherwise', () => {
    const copies = (environment: Record<string, string>, flags = {}) =>
      read(environment, flags).backend.localCopies;
    expect(copies({})).toBe('device');
    expect(copies({}, { production: true })).toBe('memory');
    expect(copies({ HOMIE_SITE_URL: 'https://homie.example' })).toBe('memory');
    expect(copies({ DATABASE_URL: 'postgres://localhost/homie' })).toBe('memory');
    expect(copies({ HOMIE_LOCAL_COPIES: 'device' }, { production: true })).toBe('device');
    expect(copies({ HOMIE_LOCAL_COPIES: 'off' })).toBe('off');
  });

  test('INSTANT-23 browsers store the app where they store conversations on the device, unless it is switched off', () => {
    const starts = (environment: Record<string, string>) =>
      startsOffline(read(environment).backend);
    expect(starts({ HOMIE_LOCAL_COPIES: 'device' })).toBe(true);
    expect(starts({ HOMIE_LOCAL_COPIES: 'memory' })).toBe(false);
    expect(starts({ HOMIE_LOCAL_COPIES: 'device', HOMIE_OFFLINE_START: 'false' })).toBe(false);
  });

  test.each([
    [{ HOMIE_LOCAL_COPIES: 'disk' }, /HOMIE_LOCAL_COPIES must be off, memory or device/],
    [{ HOMIE_CONTACT: 'javascript:alert(1)' }, /Set HOMIE_CONTACT to an email/],
    [{ PORT: 'x' }, /PORT must be a whole number/],
    [{ PORT: '70000' }, /PORT must be between/],
    [{ HOMIE_SEED: 'perhaps' }, /HOMIE_SEED must be true or false/],
    [{ HOMIE_MAILBOX: 'yes' }, /HOMIE_MAILBOX must be true or false/],
    [{ HOMIE_SITE_URL: 'homie.example' }, /HOMIE_SITE_URL/],
    [{ HOMIE_SITE_URL: 'https://homie.example/path' }, /HOMIE_SITE_URL/],
    [{ HOMIE_TRUSTED_PROXIES: 'proxy.example' }, /HOMIE_TRUSTED_PROXIES/],
    [{ DATABASE_URL: 'mysql://homie:hidden@localhost/homie' }, /DATABASE_URL must be of the form/],
    [{ DATABASE_URL: 'homie:hidden' }, /DATABASE_URL must be of the form/],
    [{ DATABASE_URL: 'postgres://homie:hid den@/x y:z' }, /DATABASE_URL must be of the form/],
    [
      { DATABASE_URL: 'postgres://homie:hid@den/x@localhost/homie' },
      /^DATABASE_URL: In a password, write %2F for \//,
    ],
    [
      { DATABASE_URL: 'postgres://homie:hid@den?x@localhost/homie' },
      /^DATABASE_URL: In a password, write %2F for \//,
    ],
    [
      { DATABASE_URL: 'postgres://homie:hid@den#x@localhost/homie' },
      /^DATABASE_URL: In a password, write %2F for \//,
    ],
    [
      { DATABASE_URL: 'postgres://localhost/homie?sslmode=require&channel_binding=require' },
      /Use sslmode=verify-full/,
    ],
    [{ AI_PROVIDER: 'responses' }, /set AI_API_KEY .* or AI_BASE_URL/],
    [{ HOMIE_CORS_ORIGINS: '*' }, /HOMIE_CORS_ORIGINS/],
    [{ HOMIE_TRUSTED_PROXIES: '10.0.0.0/33' }, /HOMIE_TRUSTED_PROXIES/],
    [
      { DATABASE_URL: 'postgres://db.example/homie?sslmode=on' },
      /sslmode in DATABASE_URL must be one of/,
    ],
    [
      { DATABASE_URL: 'postgres://db.example/homie?sslrootcert=/nowhere' },
      /\/nowhere cannot be read/,
    ],
    [{ HOMIE_TLS_CERT: '/cert.pem' }, /Set both HOMIE_TLS_CERT and HOMIE_TLS_KEY/],
    [{ HOMIE_TLS_CERT: '/nowhere', HOMIE_TLS_KEY: '/key.pem' }, /HOMIE_TLS_CERT: \/nowhere cannot/],
    [{ HOMIE_SHUTDOWN_SECONDS: '3601' }, /HOMIE_SHUTDOWN_SECONDS must be a whole number up to/],
    [{ HOMIE_DRAIN_SECONDS: 'soon' }, /HOMIE_DRAIN_SECONDS/],
    [{ HOMIE_METRICS_HOST: '0.0.0.0' }, /Set HOMIE_METRICS_PORT too/],
    [{ HOMIE_METRICS_PORT: '70000' }, /HOMIE_METRICS_PORT/],
    [{ HOMIE_LOG: 'xml' }, /HOMIE_LOG must be text or json/],
    [{ HOMIE_SIGN_UP: 'nobody' }, /Set HOMIE_SIGN_UP to open, to closed, to approve/],
    [{ SMTP_URL: 'smtp://mail.example' }, /Set MAIL_FROM to the sender/],
    [{ MAIL_FROM: 'no-reply@homie.example' }, /Set SMTP_URL too/],
    [{ SMTP_URL: 'http://mail.example', MAIL_FROM: 'a@b.example' }, /SMTP_URL must be of the form/],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example\nBcc: c@d.example' }, /MAIL_FROM/],
    [{ HOMIE_CORS_ORIGINS: 'file:///etc' }, /HOMIE_CORS_ORIGINS/],
    [{ HOMIE_SCIM_TOKEN: 'short' }, /HOMIE_SCIM_TOKEN must have 32/],
  ])('OPS-04 %o is refused with the name of the variable', (environment, message) => {
    expect(() => read(environment)).toThrow(SettingsError);
    expect(() => read(environment)).toThrow(message);
  });

  test('the error of an invalid database URL does not contain its password', () => {
    for (const DATABASE_URL of ['mysql://homie:hidden@localhost/homie', 'homie:hidden'])
      expect(() => read({ DATABASE_URL })).not.toThrow(/hidden/);
  });
});
