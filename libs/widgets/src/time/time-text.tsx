import { timeZone, useStore } from '@homie/composition';
import { VisuallyHidden } from '@homie/ui';
import { fullTime, relativeTime } from './relative-time.ts';

/** A time in few words, with the full time on hover and for screen readers. */
export function TimeText({ moment, now }: { moment: string; now: Date }) {
  // Formats again if the user chooses another time zone.
  useStore(timeZone);
  const date = new Date(moment);
  const full = fullTime(date);
  return (
    <time dateTime={moment} title={full}>
      <span aria-hidden>{relativeTime(date, now)}</span>
      <VisuallyHidden>{full}</VisuallyHidden>
    </time>
  );
}
