/** The command cannot be carried out; the message says why. */
export class AuditCommandError extends Error {}

/** Verification found something that does not fit. */
export class AuditProblemError extends Error {}
