/** A form's values by field. */
export type FormValues = Readonly<Record<string, unknown>>;

/** A field that two people left with different values, both in words. */
export interface Difference {
  name: string;
  label: string;
  mine: string;
  theirs: string;
}

/** How fields and their values are told. */
export interface Wording {
  labels?: Readonly<Record<string, string>>;
  tell?: (name: string, value: unknown) => string;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Whether any field has another value than before. */
export function isChanged(before: FormValues, after: FormValues): boolean {
  return Object.keys(after).some((name) => !isSame(before[name], after[name]));
}

/** The fields in which two sets of values differ. */
export function differences(
  mine: FormValues,
  theirs: FormValues,
  { labels = {}, tell = (_name, value) => String(value ?? '') }: Wording,
): Difference[] {
  return Object.keys(theirs)
    .filter((name) => !isSame(mine[name], theirs[name]))
    .map((name) => ({
      name,
      label: labels[name] ?? name,
      mine: tell(name, mine[name]) || '-',
      theirs: tell(name, theirs[name]) || '-',
    }));
}
