import type { Bytes } from '../../scan/testing/office-files.ts';

/** A small file, and everything that a person reads in it. */
export interface ReadingCase {
  name: string;
  bytes: Bytes;
  /** The text before the tables. */
  text?: string;
  /** Each table as its column names and its rows. */
  tables?: readonly (readonly (readonly string[])[])[];
  notes?: readonly string[];
}
