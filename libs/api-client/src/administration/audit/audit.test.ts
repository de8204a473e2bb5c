import { afterEach, expect, test, vi } from 'vitest';
import { scriptedFetch, testApi } from '../../testing/scripted-server';
import { queryAuditLogs } from './query-audit-logs';
import { suggestAssistants, suggestParticipants, suggestUsers } from './suggest';

/* Errors, logs and results for given responses of the data service. The tests over HTTP verify that it sends them. */

const ID = '7b0f3a54-0c9e-4f3b-9f0c-1d2e3f405162';
const lookUps = { suggestUsers, suggestParticipants, suggestAssistants };

function answering(answer: Response | Error, isAdmin = true) {
  const { fetch, requests } = scriptedFetch(Response.json(isAdmin), answer);
  vi.stubGlobal('fetch', fetch);
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  return { requests, logged };
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const failure = () => Response.json({ code: '57014', message: 'canceled' }, { status: 500 });

test('ERR-22 a failed query has a one-line message, and its details are logged', async () => {
  const { logged } = answering(failure());
  await expect(queryAuditLogs(testApi(), {})).rejects.toMatchObject({
    message: 'Failed to fetch audit logs',
    code: '57014',
  });
  expect(logged.mock.calls).toEqual([['Failed to fetch audit logs: 57014: canceled']]);
});

test('ERR-22 the same applies to a network failure and an invalid response', async () => {
  for (const answer of [new TypeError('offline'), Response.json({ rows: 'none' })]) {
    const { logged } = answering(answer);
    await expect(queryAuditLogs(testApi(), {})).rejects.toThrow('Failed to fetch audit logs');
    expect(logged).toHaveBeenCalledOnce();
    vi.restoreAllMocks();
  }
});

test('a refusal and an invalid filter retain their own message', async () => {
  const { logged, requests } = answering(failure(), false);
  await expect(queryAuditLogs(testApi(), {})).rejects.toThrow('Admin access required');
  await expect(queryAuditLogs(testApi(), { page: 0 })).rejects.toThrow(
    'page: page must be at least 1',
  );
  expect(requests).toHaveLength(1);
  expect(logged).not.toHaveBeenCalled();
});

test.each(Object.entries(lookUps))(
  'ERR-24 %s logs a failed lookup and finds nothing',
  async (_name, lookUp) => {
    const { logged } = answering(failure());
    expect(await lookUp(testApi(), 'ann')).toEqual([]);
    expect(logged.mock.calls).toEqual([['Failed to look up suggestions: 57014: canceled']]);
  },
);

test.each(Object.entries(lookUps))(
  'RULE-33 %s finds nothing for an empty or blank text, and sends no request',
  async (_name, lookUp) => {
    const { requests } = answering(failure());
    for (const text of ['', ' ', '\t\n ']) expect(await lookUp(testApi(), text)).toEqual([]);
    expect(requests).toHaveLength(0);
  },
);

test('API-30 the subtitle of an assistant is its participant, Unknown without a name, or Organization', async () => {
  const row = (kind: string, participant: unknown) => ({
    id: ID,
    label: 'Notes',
    kind,
    participant,
  });
  answering(
    Response.json([
      row('participant', { display_name: 'Maya Pereira' }),
      row('participant', null),
      row('org', null),
    ]),
  );
  const found = await suggestAssistants(testApi(), 'notes');
  expect(found.map(({ subtitle }) => subtitle)).toEqual([
    'Participant: Maya Pereira',
    'Participant: Unknown',
    'Organization',
  ]);
});
