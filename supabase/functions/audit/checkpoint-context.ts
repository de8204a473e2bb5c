import * as z from 'zod/mini';
import type { Anchor } from './anchor.ts';
import type { CheckpointStore } from './checkpoint-store.ts';
import type { AuditKeys } from './keys.ts';
import type { LastCheckpoint } from './last-checkpoint.ts';

/** Result of `audit_position`: the head of the chain, and the hash of one link. */
export const positionSchema = z.object({
  seq: z.int(),
  hash: z.string(),
  entries: z.int(),
  hashAt: z.nullable(z.string()),
});

/** Dependencies for making checkpoints. */
export interface CheckpointContext {
  /** Reads the head, and the hash of the link `atSeq`. @throws AppError unavailable */
  position: (atSeq: number | null) => Promise<z.infer<typeof positionSchema>>;
  /**
   * Reads digests of the links after `afterSeq` up to `upTo`, or the first of them, as hexadecimal digits.
   * @throws AppError unavailable
   */
  digests: (afterSeq: number, upTo: number) => Promise<string>;
  store: CheckpointStore;
  keys: () => Promise<AuditKeys>;
  /** Undefined where only the database stores data, as on Supabase. */
  lastCheckpoint?: LastCheckpoint | undefined;
  anchor?: Anchor | undefined;
  /** Writes a line to the log. */
  log: (line: string) => void;
}
