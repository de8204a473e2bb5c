import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { getCallerAddress, type PeerEnvironment } from './peer.ts';
import { createTrustedProxies } from './trusted-proxies.ts';
import { warnAboutProxies } from './warn-about-proxies.ts';

/** A connection from that address; no other property of it is read. */
const from = (remoteAddress: string) =>
  ({ incoming: { socket: { remoteAddress } } }) as unknown as PeerEnvironment;
const request = (forwarded?: string) =>
  new Request('http://localhost/', {
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  });
const proxies = createTrustedProxies(['10.0.0.1', '10.0.0.2', '172.16.0.0/12', 'fd00::/8']);

describe('getCallerAddress', () => {
  test.each([
    ['the peer counts', '203.0.113.5', undefined, '203.0.113.5'],
    ['what a stranger claims does not', '203.0.113.5', '1.1.1.1', '203.0.113.5'],
    ['a proxy is believed', '10.0.0.1', '198.51.100.7', '198.51.100.7'],
    [
      'only its own entry, not what came before',
      '10.0.0.1',
      '1.1.1.1, 198.51.100.7',
      '198.51.100.7',
    ],
    ['a chain of proxies too', '10.0.0.1', '198.51.100.7, 10.0.0.2', '198.51.100.7'],
    ['networks of proxies too', 'fd00::7', '198.51.100.7, ::ffff:172.20.3.4', '198.51.100.7'],
    ['with a port', '10.0.0.1', '198.51.100.7:50123', '198.51.100.7'],
    ['IPv6 with brackets and a port', '10.0.0.1', '[2001:db8:0:7::1]:443', '2001:db8:0:7::/64'],
    ['rubbish from a proxy is not an address', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['IPv4 within IPv6 is the same', '::ffff:203.0.113.5', undefined, '203.0.113.5'],
    ['of IPv6 the network counts', '2001:db8:0:7::1', undefined, '2001:db8:0:7::/64'],
    ['in any spelling', '2001:0DB8::7:ffff:1:2:3', undefined, '2001:db8:0:7::/64'],
    ['also behind a proxy', '10.0.0.1', '2001:db8:0:7:8::9', '2001:db8:0:7::/64'],
    ['and on this computer', '::1', undefined, '0:0:0:0::/64'],
    ['and on a link', 'fe80::1%eth0', undefined, 'fe80:0:0:0::/64'],
  ])('%s', (_name, peer, forwarded, address) => {
    expect(getCallerAddress(request(forwarded), from(peer), proxies)).toEqual({ address });
  });

  test('a call within the process has no address', () => {
    expect(getCallerAddress(request('1.1.1.1'), {}, proxies)).toEqual({ address: null });
  });
});

test('a proxy whose visitors count as one client is logged once: an unlisted one, and one that names none of them', async () => {
  const log: string[] = [];
  const app = new Hono<{ Bindings: PeerEnvironment | undefined }>()
    .use(warnAboutProxies({ trustedProxies: proxies, log: (line) => log.push(line) }))
    .all('*', (context) => context.text('ok'));
  const send = (peer: string, forwarded?: string) => app.fetch(request(forwarded), from(peer));
  await send('127.0.0.1');
  await send('203.0.113.5', '198.51.100.7');
  await send('10.0.0.1', '198.51.100.7');
  expect(log).toEqual([]);
  await send('127.0.0.1', '198.51.100.7');
  await send('127.0.0.1', '198.51.100.8');
  await send('10.0.0.2');
  await send('10.0.0.1');
  expect(log).toEqual([
    'Requests come through a proxy at 127.0.0.1, which HOMIE_TRUSTED_PROXIES does not name: its visitors count as one client.',
    'The proxy at 10.0.0.2 does not set X-Forwarded-For: its visitors count as one client, and can claim any address.',
  ]);
});
