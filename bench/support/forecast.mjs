/** Assumptions about users; docs/guides/capacity.md explains them. */
export const ASSUMED = {
  /** The share of all users who are online at the busiest moment. */
  online: 0.1,
  requestsPerMinute: 4,
  messagesPerHour: 12,
  /** Users who are online at the busiest moment have signed in within this many minutes. */
  signInMinutes: 30,
  messagesPerDay: 20,
  /** The share of all users who are active on a working day. */
  active: 0.5,
  workingDays: 250,
};

/**
 * Estimates the resources that a number of users needs at the busiest moment.
 * @param {number} people
 * @param {Record<'signIn' | 'list' | 'rows' | 'reply', { serverMs: number, databaseMs: number, transactions: number, kilobytes: number }>} cost of one
 * @param {{ serverMsPerSecond: number, databaseMsPerSecond: number, transactionsPerSecond: number, megabytes: number }} stream
 */
export function forecast(people, { signIn, list, rows, reply }, stream) {
  const online = people * ASSUMED.online;
  const each = (key) =>
    (ASSUMED.requestsPerMinute / 60) * ((list[key] + rows[key]) / 2) +
    (ASSUMED.messagesPerHour / 3600) * reply[key] +
    signIn[key] / (ASSUMED.signInMinutes * 60);
  const writtenPerYear =
    people * ASSUMED.active * ASSUMED.messagesPerDay * ASSUMED.workingDays * reply.kilobytes;
  return {
    people,
    online,
    databaseCores: (online * (each('databaseMs') + stream.databaseMsPerSecond)) / 1000,
    functionCores: (online * (each('serverMs') + stream.serverMsPerSecond)) / 1000,
    transactionsPerSecond: online * (each('transactions') + stream.transactionsPerSecond),
    openStreams: online,
    signInsPerSecond: online / (ASSUMED.signInMinutes * 60),
    terabytesPerYear: writtenPerYear / 1024 ** 3,
  };
}
