import type { Database as Generated, Json } from './database.types.ts';

type Public = Generated['public'];

/** Accepts what the generated types leave out: null as an argument, lists that are read-only, any value as JSON. */
type Sent<Value> =
  NonNullable<Json> extends Value
    ? unknown
    : Value extends (infer Item)[]
      ? readonly Item[] | null
      : Value | null;

type SentFields<Row> = { [Key in keyof Row]: Sent<Row[Key]> };

/** Triggers fill in columns that are `not null` without a default. */
type Tables = {
  [Name in keyof Public['Tables']]: Omit<Public['Tables'][Name], 'Insert' | 'Update'> & {
    Insert: Partial<SentFields<Public['Tables'][Name]['Insert']>>;
    Update: SentFields<Public['Tables'][Name]['Update']>;
  };
};

type Functions = {
  [Name in keyof Public['Functions']]: Omit<Public['Functions'][Name], 'Args'> & {
    Args: Public['Functions'][Name]['Args'] extends infer Args
      ? [Args] extends [never]
        ? never
        : SentFields<Args>
      : never;
  };
};

/** Tables and functions of the database, as its clients call them. `supabase gen types` writes `database.types.ts`. */
export type Database = Omit<Generated, 'public'> & {
  public: Omit<Public, 'Tables' | 'Functions'> & { Tables: Tables; Functions: Functions };
};

/** Name of a function that requests can call. */
export type DatabaseFunction = keyof Functions;
