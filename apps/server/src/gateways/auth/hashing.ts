import { compare } from 'bcrypt';
import pLimit from 'p-limit';

/**
 * Limits functions that compare or hash a password, and wait for no external service, to two at a time per process.
 * bcrypt runs on the four threads that also read files: when a hundred people sign in at once, half of the threads stay
 * free for pages.
 */
export const hashing = pLimit(2);

/** Same cost as `@supabase/lite`. */
export const HASH_ROUNDS = 10;

/** A hash that matches no password, at the same cost as the others. */
const NOBODY = '$2b$10$C6UzMDM.H6dfI/f/IKcEeO7ZPXFxn2pQ3eCMCZjYbVfJx8gVZ7d3m';

/**
 * Runs as long as hashing or comparing a password, so that the time of a response does not reveal who has an account.
 */
export async function spendHashingTime(password: string): Promise<void> {
  await hashing(() => compare(password, NOBODY));
}
