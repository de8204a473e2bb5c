/** Reads the seconds to wait from a refusal such as 'Please wait 42 seconds'; 60 if it has none. */
export function readWait(message: string): number {
  const [, count, unit] = /(\d+) (second|minute)/.exec(message) ?? [];
  if (!count) return 60;
  return Number(count) * (unit === 'minute' ? 60 : 1);
}

/** Formats a countdown: `42 s`, from two minutes on `5 min`. */
export function formatCountdown(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
