type Values = Readonly<Record<string, unknown>>;

/** A field with different values of two users, both in words. */
export interface Difference {
  name: string;
  label: string;
  mine: string;
  theirs: string;
}

/** The labels of fields and the format of their values. */
export interface Wording {
  labels?: Readonly<Record<string, string>>;
  formatValue?: (name: string, value: unknown) => string;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns whether any field has another value than before. */
export function isChanged(before: object, after: object): boolean {
  const values: Values = { ...before };
  return Object.entries(after).some(([name, value]) => !isSame(values[name], value));
}

/** Returns the fields in which two sets of values differ. */
export function differences(
  mine: Values,
  theirs: object,
  { labels = {}, formatValue = (_name, value) => String(value ?? '') }: Wording,
): Difference[] {
  return Object.entries(theirs)
    .filter(([name, value]) => !isSame(mine[name], value))
    .map(([name, value]) => ({
      name,
      label: labels[name] ?? name,
      mine: formatValue(name, mine[name]) || '-',
      theirs: formatValue(name, value) || '-',
    }));
}
