/** The command failed; the message gives the reason. */
export class AuditCommandError extends Error {}

/** Verification found a mismatch. */
export class AuditProblemError extends Error {}
