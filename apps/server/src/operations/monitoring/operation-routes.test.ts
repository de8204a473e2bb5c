import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { PeerEnvironment } from '../../http/peer.ts';
import { addOperationRoutes } from './operation-routes.ts';

function send(contact: string | undefined) {
  const app = new Hono<{ Bindings: PeerEnvironment | undefined; Variables: object }>();
  addOperationRoutes(app, {
    productName: 'Second Homie',
    siteUrl: 'https://homie.example',
    contact,
    isAlive: () => true,
    readiness: () => Promise.reject(new Error('is not asked for')),
    mails: undefined,
    pages: async () => new Response(),
  });
  return app.request('/.well-known/security.txt');
}

test.each([
  ['help@homie.example', 'mailto:help@homie.example'],
  ['https://homie.example/help', 'https://homie.example/help'],
])('security.txt names %s, and expires in half a year', async (given, address) => {
  const response = await send(given);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  const [contact, expires = '', canonical] = (await response.text()).trim().split('\n');
  expect(contact).toBe(`Contact: ${address}`);
  expect(canonical).toBe('Canonical: https://homie.example/.well-known/security.txt');
  const days = (Date.parse(expires.replace('Expires: ', '')) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(180);
});

test('security.txt is 404 without a contact', async () => {
  expect((await send(undefined)).status).toBe(404);
});
