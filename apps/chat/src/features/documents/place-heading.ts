import type { DocumentPassage } from '@homie/api-client';

type Place = DocumentPassage['place'];

/** Returns the line above a passage that starts another page, heading or sheet than the passage before; else null. */
export function placeHeading(place: Place, before: Place | undefined): string | null {
  const name = sectionName(place);
  return name === null || name === sectionName(before ?? null) ? null : name;
}

function sectionName(place: Place): string | null {
  if (place === null) return null;
  if (place.page !== undefined) return `Page ${place.page}`;
  if (place.heading !== undefined) return place.heading;
  return place.sheet === undefined ? null : `Sheet “${place.sheet}”`;
}
