import { isTimeZone, timeZone } from '@homie/composition';

/** An IANA time zone that is named after a region, e.g. `Asia/Tokyo`. */
export type Region = `${string}/${string}`;

/** The time zone of days and clock times. Melbourne follows the product's rule for daylight saving. */
export type Zone = 'melbourne' | 'utc' | Region;

/** Returns the zone of the audit screen with a name: `utc`, `melbourne`, or a time zone. */
export function toZone(name: string | undefined): Zone | undefined {
  if (name === 'utc' || name === 'UTC') return 'utc';
  if (name === 'melbourne' || name === 'Australia/Melbourne') return 'melbourne';
  return isTimeZone(name) && isRegion(name) ? name : undefined;
}

/** Returns the time zone that the user has chosen in Settings, or Melbourne. */
export function ownZone(): Zone {
  return toZone(timeZone.getState()) ?? 'melbourne';
}

function isRegion(name: string): name is Region {
  return name.includes('/');
}
