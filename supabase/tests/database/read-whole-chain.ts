import type { Queryable } from '@homie/server';

interface Piece {
  to: number;
  done: boolean;
  problem: { seq: number; code: string; entryId: string | null } | null;
}

/** Verifies the chain of the audit log from its start, in batches of `size` links, up to the first invalid link. */
export async function readWholeChain(
  database: Queryable,
  size: number,
): Promise<{ problem: Piece['problem']; unlinked: number; links: number }> {
  let piece: Piece = { to: 0, done: false, problem: null };
  while (!piece.done && piece.problem === null) {
    const [row] = await database.query<{ piece: Piece }>(
      'select private.check_audit_chain($1, $2) as piece',
      [piece.to, size],
    );
    if (!row) throw new Error('no answer');
    piece = row.piece;
  }
  const [found] = await database.query<{ unlinked: number }>(
    `select (private.find_unlinked_entries(null, 1000000) ->> 'unlinked')::integer as unlinked`,
  );
  return { problem: piece.problem, unlinked: found?.unlinked ?? 0, links: piece.to };
}
