/** Something in the environment or on the command line that cannot be meant. */
export class SettingsError extends Error {}
