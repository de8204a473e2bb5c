import type { ActorName, Outcome } from './parse-matrix.ts';
import type { MatrixRecord } from './matrix-record.ts';
import { equal, type Answer, type Key, type Rest, type Row } from './rest.ts';
import type { Actor, MatrixWorld } from './world.ts';

/** Result of an attempt: an outcome of the matrix, or a description of an unexpected result. */
export type Observation = Outcome | `unexpected: ${string}`;

/**
 * Attempts an operation as an actor and returns the outcome. A write is verified by reading the row as the server: the
 * status of a response proves nothing, since row-level security lets a write that finds no row succeed.
 */
export function observe(
  world: MatrixWorld,
  record: MatrixRecord,
  operation: string,
  actor: ActorName,
): Promise<Observation> {
  const { rest, person } = actorOf(world, actor);
  if (operation === 'select') return observeSelect(world, record, rest);
  if (operation === 'insert') return observeInsert(world, record, rest, person);
  if (operation === 'delete') return observeDelete(world, record, rest);
  return observeUpdate(world, record, rest, operation);
}

/** Returns the client of the request, and the person whom a forged row would benefit. */
function actorOf(world: MatrixWorld, name: ActorName): { rest: Rest; person: Actor } {
  if (name === 'visitor' || name === 'key')
    return { rest: world.visitors[name], person: world.people.worker };
  return { rest: world.people[name].rest, person: world.people[name] };
}

/** Selects a row by id and by count, which must agree. */
async function observeSelect(
  world: MatrixWorld,
  record: MatrixRecord,
  rest: Rest,
): Promise<Observation> {
  const key = await record.arrange(world);
  const query = { select: Object.keys(key).join(','), ...equal(key) };
  const listed = await rest(record.table, { query });
  const counted = await rest(record.table, { method: 'HEAD', query, prefer: 'count=exact' });
  if (isRefusal(listed) && [401, 403].includes(counted.status)) return 'refused';
  if (isDone(listed) && listed.rows.length === 1 && counted.count === 1) return 'yes';
  if (isDone(listed) && listed.rows.length === 0 && counted.count === 0) return 'hidden';
  return unexpected(listed, `${listed.rows.length} rows, counted ${counted.count}`);
}

async function observeInsert(
  world: MatrixWorld,
  record: MatrixRecord,
  rest: Rest,
  person: Actor,
): Promise<Observation> {
  if (!record.wish) throw new Error(`${record.table} has no row to wish for`);
  const { row, key } = await record.wish(world, person);
  const answer = await rest(record.table, { method: 'POST', body: row });
  const after = await reread(world, record, key);
  return observeWrite(answer, { happened: after !== undefined, untouched: after === undefined });
}

async function observeUpdate(
  world: MatrixWorld,
  record: MatrixRecord,
  rest: Rest,
  operation: string,
): Promise<Observation> {
  const change = record.changes?.[operation]?.(world);
  if (!change) throw new Error(`${record.table} has no change '${operation}'`);
  const key = await record.arrange(world);
  const before = await reread(world, record, key);
  const answer = await rest(record.table, { method: 'PATCH', query: equal(key), body: change });
  const after = await reread(world, record, key);
  const moved = await reread(world, record, movedKey(key, change));
  return observeWrite(answer, {
    happened:
      moved !== undefined && Object.keys(change).every((name) => same(moved[name], change[name])),
    untouched: before !== undefined && same(before, after),
  });
}

async function observeDelete(
  world: MatrixWorld,
  record: MatrixRecord,
  rest: Rest,
): Promise<Observation> {
  const key = await record.arrange(world);
  const before = await reread(world, record, key);
  const answer = await rest(record.table, { method: 'DELETE', query: equal(key) });
  const after = await reread(world, record, key);
  return observeWrite(answer, {
    happened: after === undefined,
    untouched: before !== undefined && same(before, after),
  });
}

function observeWrite(
  answer: Answer,
  { happened, untouched }: { happened: boolean; untouched: boolean },
): Observation {
  if (isRefusal(answer) && untouched) return 'refused';
  if (isDone(answer) && happened) return 'yes';
  if (isDone(answer) && untouched) return 'hidden';
  return unexpected(answer, happened ? 'it happened' : 'it did not happen');
}

async function reread(
  world: MatrixWorld,
  record: MatrixRecord,
  key: Key,
): Promise<Row | undefined> {
  const { rows } = await world.asServer(record.table, { query: equal(key) });
  return rows[0];
}

/** Returns the key after a change: a change of a pair moves the row to another key. */
function movedKey(key: Key, change: Row): Key {
  return Object.fromEntries(
    Object.entries(key).map(([name, value]) => [name, String(change[name] ?? value)]),
  );
}

const isRefusal = ({ status, code }: Answer) => [401, 403].includes(status) && code === '42501';
const isDone = ({ status }: Answer) => status < 300;
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function unexpected({ status, body }: Answer, what: string): Observation {
  return `unexpected: ${status} ${JSON.stringify(body)}, ${what}`;
}
