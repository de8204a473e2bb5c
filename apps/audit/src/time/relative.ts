const SECONDS = { m: 60, h: 3600, d: 86_400, w: 604_800 } as const;
const NAMES = { m: 'minute', h: 'hour', d: 'day', w: 'week' } as const;
const RELATIVE = /^([1-9]\d{0,3})([mhdw])$/;

function parse(text: string): { count: number; unit: keyof typeof SECONDS } | undefined {
  const [, count, unit] = RELATIVE.exec(text) ?? [];
  return unit === undefined
    ? undefined
    : { count: Number(count), unit: unit as keyof typeof SECONDS }; // one of the letters
}

/** Tests whether a text is a time relative to now, such as `30d`, `12h`, `90m` or `2w`. */
export function isRelative(text: string): boolean {
  return parse(text) !== undefined;
}

/** The moment that a relative time names. @throws RangeError for any other text */
export function resolveRelative(text: string, now: Date): Date {
  const parsed = parse(text);
  if (!parsed) throw new RangeError(`Not a relative time: ${text}`);
  return new Date(now.getTime() - parsed.count * SECONDS[parsed.unit] * 1000);
}

/** A relative time in words: '24 hours', 'hour', '2 weeks'. */
export function formatRelative(text: string): string {
  const parsed = parse(text);
  if (!parsed) return text;
  const name = NAMES[parsed.unit];
  return parsed.count === 1 ? name : `${parsed.count} ${name}s`;
}
