/**
 * The part of Standard Schema that a form needs; zod 4 and zod/mini schemas have it.
 * https://standardschema.dev
 */
export interface FormSchema<Output = unknown> {
  readonly '~standard': {
    readonly validate: (value: unknown) => Result<Output> | Promise<Result<Output>>;
    readonly types?: { readonly output: Output } | undefined;
  };
}

/** What a schema found wrong, and where. */
export interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

type Result<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

/** The values that a schema yields. */
export type SchemaOutput<Schema extends FormSchema> = NonNullable<
  Schema['~standard']['types']
>['output'];

/** Messages by field name. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The first message of each field; an issue of the whole form goes under ''. */
export function fieldErrors(issues: readonly Issue[]): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { path = [], message } of issues) {
    const name = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
    errors[name] ??= message;
  }
  return errors;
}
