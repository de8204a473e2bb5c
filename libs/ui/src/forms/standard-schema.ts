/**
 * The subset of Standard Schema that a form needs; zod 4 and zod/mini schemas have it.
 * https://standardschema.dev
 */
export interface FormSchema<Output = unknown, Values = unknown> {
  readonly '~standard': {
    // A method, so that a schema of particular values is a schema.
    validate(values: Values): Result<Output> | Promise<Result<Output>>;
    readonly types?: { readonly input: Values; readonly output: Output } | undefined;
  };
}

/** A form's values by field. */
export type FormValues = Readonly<Record<string, unknown>>;

/** A validation issue of a schema, with its path. */
export interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

type Result<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

/** The values that a form with this schema holds. */
export type SchemaInput<Schema extends FormSchema> = NonNullable<
  Schema['~standard']['types']
>['input'];

/**
 * The names of the fields that hold a `Value`. A field component accepts the values of its form as a type argument, as
 * in `<TextField<SignIn> name="email" />`; without it no name is accepted.
 */
export type FieldName<Values, Value = unknown> = [Values] extends [never]
  ? never
  : {
      [Name in keyof Values & string]-?: Exclude<Values[Name], null | undefined> extends Value
        ? Name
        : never;
    }[keyof Values & string];

/** The values that a schema yields. */
export type SchemaOutput<Schema extends FormSchema> = NonNullable<
  Schema['~standard']['types']
>['output'];

/** Messages by field name. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Returns the first message of each field; an issue of the whole form has the key ''. */
export function fieldErrors(issues: readonly Issue[]): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { path = [], message } of issues) {
    const name = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
    errors[name] ??= message;
  }
  return errors;
}
