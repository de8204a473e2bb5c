import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer, type TestServer } from '@homie/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccountClient } from './support/account-client.ts';
import { FactorServer } from './support/factor-server.ts';
import { writePlaces } from './support/write-places.ts';

let folder: string;
let host: FactorServer;

const country = { names: { en: 'Australia' } };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homie-places-'));
  const placesFile = join(folder, 'city.mmdb');
  const places = {
    '203.0.113': { city: { names: { en: 'Melbourne', de: 'Melbourne (DE)' } }, country },
    '198.51.100': { country },
    '192.168.1': { city: { names: { en: 'Nowhere' } }, country },
  };
  await writeFile(placesFile, writePlaces('DBIP-City-Lite', places));
  host = await FactorServer.start({ placesFile, trustedProxies: ['127.0.0.1'] });
});
afterAll(async () => {
  await host.stop();
  await rm(folder, { recursive: true });
});

const places = async (client: AccountClient) =>
  (await client.call('/auth/v1/sessions/places')).json() as Promise<Record<string, string>>;

const sessionAt = (email: string, address?: string) =>
  new AccountClient(host.server, { email, password: 'Passw0rd!' }, address).signIn();

describe('places of sessions', () => {
  test('ACCT-53 are those of the own sessions: city and country, the country alone, or none', async () => {
    const { email } = await host.newPerson();
    const other = await host.newPerson();
    for (const address of [
      '203.0.113.7',
      '198.51.100.1',
      '192.168.1.4',
      '192.0.2.1',
      '2001:db8::1',
    ])
      await sessionAt(email, address);
    const client = await sessionAt(email);
    const listed = (await client.rpc('list_own_sessions')).body as { id: string; ip: string }[];
    const found = await places(client);
    const byAddress = Object.fromEntries(listed.map(({ id, ip }) => [ip, found[id]]));
    expect(byAddress).toEqual({
      '203.0.113.7': 'Melbourne, Australia',
      '198.51.100.1': 'Australia',
      '192.168.1.4': undefined,
      '192.0.2.1': undefined,
      '2001:db8::': undefined,
      '127.0.0.1': undefined,
    });
    expect(await places(other)).toEqual({});
  });

  test('ACCT-62 are those of any user for administrators who have passed their second factor', async () => {
    const { email } = await host.newPerson();
    const [{ id } = { id: '' }] = await host.sql`select id from auth.users where email = ${email}`;
    await sessionAt(email, '203.0.113.7');
    const path = `/auth/v1/sessions/places?user_id=${String(id)}`;
    const admin = await host.newPerson('admin');
    const found = Object.values((await (await admin.call(path)).json()) as object);
    expect(found).toEqual(['Melbourne, Australia']);
    expect((await (await host.newPerson()).call(path)).status).toBe(403);
    expect((await admin.call(`${path}x`)).status).toBe(400);
    await admin.addFactor();
    expect((await admin.call(path)).status).toBe(200);
    expect((await (await sessionAt(admin.email)).call(path)).status).toBe(403);
  });

  test('ACCT-53 need a session that has passed the second factor', async () => {
    const person = await host.newPerson();
    await person.addFactor();
    expect((await person.call('/auth/v1/sessions/places')).status).toBe(200);
    const thief = await sessionAt(person.email);
    expect((await thief.call('/auth/v1/sessions/places')).status).toBe(403);
    expect((await host.server.call('/auth/v1/sessions/places')).status).toBe(401);
  });
});

describe('HOMIE_PLACES_FILE', () => {
  const start = (placesFile: string): Promise<TestServer> => startTestServer({ placesFile });

  test('ACCT-53 a missing or unsuitable file stops the start with a message', async () => {
    await expect(start(join(folder, 'none.mmdb'))).rejects.toThrow(
      /^HOMIE_PLACES_FILE: cannot read .*none\.mmdb$/,
    );
    const packed = join(folder, 'city.mmdb.gz');
    await writeFile(packed, 'no database');
    await expect(start(packed)).rejects.toThrow(/is no MaxMind database of cities$/);
    const networks = join(folder, 'asn.mmdb');
    await writeFile(networks, writePlaces('GeoLite2-ASN', { '203.0.113': { number: 1 } }));
    await expect(start(networks)).rejects.toThrow(/is no MaxMind database of cities$/);
  });
});
