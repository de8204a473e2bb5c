import { expect, test } from 'vitest';
import { resolveSections } from '../../sections/sections';
import { setupSteps } from './setup-steps';

const composed = resolveSections(
  ['assistants', 'participants', 'users'].map((id) => ({
    id,
    label: id,
    path: `/admin/${id}`,
    remote: 'admin',
  })),
);
const nothing = { assistants: false, participants: false, documents: false, users: false };
const all = { assistants: true, participants: true, documents: true, users: true };
const demo = { sentToProvider: 'nothing', sendsMails: false, demoMode: true } as const;
const connected = { sentToProvider: 'conversations', sendsMails: true, demoMode: false } as const;

test('USAGE-17 a new installation has every step open, with where it is done', () => {
  const steps = setupSteps({ setup: nothing }, demo, composed);
  expect(steps.map(({ id, isDone, to }) => [id, isDone, to])).toEqual([
    ['provider', false, undefined],
    ['assistants', false, '/admin/assistants?create=assistant'],
    ['documents', false, undefined],
    ['participants', false, '/admin/participants?create=participant'],
    ['mails', false, undefined],
    ['users', false, '/admin/users?create=user'],
  ]);
});

test('USAGE-17 a step is done by what there is; documents follow the first assistant and are added to it', () => {
  const documentsStep = (assistants: boolean) =>
    setupSteps({ setup: { ...nothing, assistants } }, demo, composed)[2];
  expect(documentsStep(false)?.hint).toBe('Create an assistant first.');
  expect(documentsStep(true)?.hint).toBeUndefined();
  const steps = setupSteps({ setup: { ...nothing, assistants: true } }, connected, composed, 'a1');
  expect(steps.filter(({ isDone }) => isDone).map(({ id }) => id)).toEqual([
    'provider',
    'assistants',
    'mails',
  ]);
  expect(steps[2]?.to).toBe('/admin/assistants?open=a1&tab=documents');
});

test('USAGE-17 steps are neither shown once all are done, nor if the database does not tell', () => {
  expect(setupSteps({ setup: all }, connected, composed)).toEqual([]);
  expect(setupSteps({ setup: all }, demo, composed)).toEqual([]);
  expect(setupSteps({ setup: all }, { ...demo, demoMode: false }, composed)).toHaveLength(6);
  expect(setupSteps({}, demo, composed)).toEqual([]);
});

test('USAGE-17 a step in a section that is not composed has no link', () => {
  const steps = setupSteps({ setup: nothing }, demo, resolveSections([]));
  expect(steps.map(({ to }) => to)).toEqual(steps.map(() => undefined));
});
