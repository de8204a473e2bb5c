/** The places where browsers store conversations that were shown; see `localCopies` in `@homie/composition`. */
export type LocalCopies = 'off' | 'memory' | 'device';

const PLACES: readonly LocalCopies[] = ['off', 'memory', 'device'];

/**
 * Reads HOMIE_LOCAL_COPIES.
 * @param otherwise the place without the setting
 * @throws Error with a message that names the expected values
 */
export function readLocalCopies(text: string | undefined, otherwise: LocalCopies): LocalCopies {
  const place = text === undefined ? otherwise : PLACES.find((each) => each === text);
  if (!place) throw new Error('HOMIE_LOCAL_COPIES must be off, memory or device');
  return place;
}

/** Returns whether browsers store the app: where they store no conversations, they would start without any. */
export function startsOffline(options: {
  localCopies?: LocalCopies | undefined;
  offlineStart?: boolean | undefined;
}): boolean {
  return options.localCopies === 'device' && options.offlineStart !== false;
}
