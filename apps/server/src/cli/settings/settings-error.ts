/** Invalid setting in the environment or on the command line. */
export class SettingsError extends Error {}
