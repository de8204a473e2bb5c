import type { ConversationRow } from '@homie/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testConversation } from '../../testing/test-conversation';
import {
  comparePositions,
  flattenRows,
  toPage,
  withoutRow,
  withRow,
  type ConversationPages,
} from './conversation-pages';

/** An operation on the conversations of a server, as far as it affects a list. */
type Deed =
  | { kind: 'say' | 'pin' | 'archive' | 'rename' | 'remove'; which: number }
  | { kind: 'start' }
  | { kind: 'read on' };

const deeds = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constantFrom('say', 'pin', 'archive', 'rename', 'remove'),
        which: fc.nat(40),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('start' as const) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('read on' as const) }) },
  ) satisfies fc.Arbitrary<Deed>,
  { maxLength: 60 },
);

const PAGE = 5;
let clock = 0;
const nextMoment = () => new Date(Date.UTC(2026, 10, 21) + (clock += 1000)).toISOString();

function serverWith(count: number) {
  let rows = Array.from({ length: count }, () => testConversation({ updated_at: nextMoment() }));
  const listed = () => rows.filter(({ archived }) => !archived).toSorted(comparePositions);
  return {
    rows: () => rows,
    listed,
    put: (row: ConversationRow) => {
      rows = [...rows.filter(({ id }) => id !== row.id), row];
      return row;
    },
    remove: (id: string) => (rows = rows.filter((row) => row.id !== id)),
    /** Returns a page after a row, as keyset pagination does. */
    page: (after: ConversationRow | null) => {
      const rest = listed().filter((row) => after === null || comparePositions(row, after) > 0);
      const page = rest.slice(0, PAGE);
      const last = page.at(-1) ?? null;
      const more = rest.length > PAGE;
      return {
        last,
        page: toPage({ rows: page, nextCursor: more ? (last?.id ?? null) : null, pageSize: PAGE }),
      };
    },
  };
}

test('CONV-03 after any changes, a paged list equals the server’s, without gaps or duplicates', () => {
  fc.assert(
    fc.property(fc.nat(30), deeds, (count, sequence) => {
      const server = serverWith(count);
      const first = server.page(null);
      let list: ConversationPages = { pages: [first.page], pageParams: [''] };
      let cursor = first.last;
      const hasMore = () => list.pages.at(-1)?.nextCursor !== null;
      const readOn = () => {
        const { page, last } = server.page(cursor);
        list = { pages: [...list.pages, page], pageParams: [...list.pageParams, 'next'] };
        cursor = last ?? cursor;
      };
      const applyChange = (row: ConversationRow) =>
        (list = row.archived ? withoutRow(list, row.id) : withRow(list, row));

      for (const deed of sequence) {
        if (deed.kind === 'read on') {
          if (hasMore()) readOn();
          continue;
        }
        if (deed.kind === 'start') {
          applyChange(server.put(testConversation({ updated_at: nextMoment() })));
          continue;
        }
        const row = server.rows()[deed.which % Math.max(server.rows().length, 1)];
        if (!row) continue;
        if (deed.kind === 'remove') {
          server.remove(row.id);
          list = withoutRow(list, row.id);
        } else {
          const changes = {
            say: { updated_at: nextMoment(), unread: true },
            pin: { pinned: !row.pinned },
            archive: { archived: !row.archived },
            rename: { title: `${row.title}!` },
          } satisfies Record<typeof deed.kind, Partial<ConversationRow>>;
          applyChange(server.put({ ...row, ...changes[deed.kind] }));
        }
      }
      const soFar = flattenRows(list);
      expect(soFar).toEqual(server.listed().slice(0, soFar.length));
      while (hasMore()) readOn();
      expect(flattenRows(list)).toEqual(server.listed());
    }),
  );
});

test('timestamps that differ only by microseconds are ordered correctly', () => {
  const earlier = testConversation({ updated_at: '2026-11-21T03:00:00.123456+00:00' });
  const later = testConversation({ updated_at: '2026-11-21T03:00:00.1235+00:00' });
  expect([earlier, later].toSorted(comparePositions)).toEqual([later, earlier]);
});

test('equal timestamps with different offsets are equal', () => {
  const a = testConversation({ id: 'b', updated_at: '2026-11-21T03:00:00Z' });
  const b = testConversation({ id: 'a', updated_at: '2026-11-21T14:00:00+11:00' });
  expect([a, b].toSorted(comparePositions).map(({ id }) => id)).toEqual(['a', 'b']);
});
