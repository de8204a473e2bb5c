import { compare } from 'bcrypt';
import pLimit from 'p-limit';

/**
 * Runs what compares or hashes a password and waits for nobody outside, two at a time for the process. bcrypt computes
 * on the four threads that also read files: when a hundred people sign in at once, half of those stay free for pages.
 */
export const hashing = pLimit(2);

/** As `@supabase/lite` hashes. */
export const HASH_ROUNDS = 10;

/** A hash that no password has, at the cost of the others. */
const NOBODY = '$2b$10$C6UzMDM.H6dfI/f/IKcEeO7ZPXFxn2pQ3eCMCZjYbVfJx8gVZ7d3m';

/** Takes as long as hashing or comparing a password, so that the time of a response does not show who has an account. */
export async function spendHashingTime(password: string): Promise<void> {
  await hashing(() => compare(password, NOBODY));
}
