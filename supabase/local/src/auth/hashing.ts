import pLimit from 'p-limit';

/**
 * Runs what compares or hashes a password and waits for nobody outside, two at a time for the process. bcrypt computes
 * on the four threads that also read files: when a hundred people sign in at once, half of those stay free for pages.
 */
export const hashing = pLimit(2);
