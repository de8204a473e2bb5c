import type { AdminOverview } from '@homie/contracts';
import { describe, expect, test } from 'vitest';
import { resolveSections } from '../../sections/sections';
import { attentionItems } from './attention';

const calm: AdminOverview = {
  users_waiting: 0,
  users_without_access: 0,
  assistants_without_access: 0,
  assistants_near_budget: 0,
  assistants_over_budget: 0,
  reported_replies: 0,
  documents_due: 0,
  days: [{ day: '2026-11-20', replies: 3, failed: 0, people: 1 }],
};

const everything: AdminOverview = {
  ...calm,
  users_waiting: 2,
  users_without_access: 1,
  assistants_without_access: 2,
  assistants_near_budget: 3,
  assistants_over_budget: 1,
  reported_replies: 1,
  documents_due: 1,
  days: [
    { day: '2026-11-20', replies: 3, failed: 2, people: 1 },
    { day: '2026-11-21', replies: 1, failed: 1, people: 1 },
  ],
};

const composed = resolveSections(
  ['assistants', 'participants', 'users', 'audit', 'feedback'].map((id) => ({
    id,
    label: id,
    path: `/admin/${id}`,
    remote: 'admin',
  })),
);

describe('attentionItems', () => {
  test('USAGE-02 lists nothing while nothing needs attention', () => {
    expect(attentionItems(calm, composed)).toEqual([]);
  });

  test('USAGE-02 USAGE-09 USAGE-14 DOCS-23 PEOPLE-06 each item links to the filtered list where it is handled', () => {
    expect(
      attentionItems(everything, composed).map(({ count, text, to }) => [`${count} ${text}`, to]),
    ).toEqual([
      ['1 reported reply to review', '/admin/feedback?reason=problem&state=new'],
      ['2 users are waiting for approval', '/admin/users?state=waiting'],
      ['3 failed replies in the last 7 days', '/admin/audit?from=2026-11-20&actions=run_failed'],
      ['1 user cannot use any assistant', '/admin/users?access=none'],
      ['2 assistants that no one may use', '/admin/assistants?access=none'],
      ['1 assistant has used up its budget', '/admin/assistants'],
      ['2 assistants have used 80 % or more of their budget', '/admin/assistants'],
      ['1 document is due for review', '/admin/assistants/documents?review=due'],
    ]);
  });

  test('PROV-12 assistants whose model ends are one item', () => {
    expect(attentionItems(calm, composed, 2)).toEqual([
      {
        id: 'models',
        count: 2,
        text: 'assistants have a model that has ended or ends soon',
        to: '/admin/assistants',
      },
    ]);
  });

  test('USAGE-02 an item links nowhere if its section is not composed', () => {
    const targets = attentionItems(everything, resolveSections([])).map(({ to }) => to);
    expect(targets).toEqual(Array.from({ length: 8 }, () => undefined));
  });
});
