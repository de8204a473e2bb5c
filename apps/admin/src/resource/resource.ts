import type { AdminApi, PageSearch, ResourceData } from '@homie/api-client';

/** A record of a resource. */
export interface ResourceRecord {
  id: string;
}

/** The description of a resource that its list and its dialogs share. */
export interface Resource<
  Row extends Found,
  Found extends ResourceRecord,
  Search extends PageSearch,
  Input,
> {
  /** The noun for one record and for several, in lower case. */
  name: { one: string; many: string };
  /** The endpoints and queries, out of the calls of the administration. */
  api: (admin: AdminApi) => ResourceData<Row, Found, Search, Input>;
  /** Names a record in its row, its menu and the titles of its dialogs. */
  recordName: (record: Found) => string;
}

/** The query of one record, as far as dialogs need it. */
export interface RecordQuery {
  data: unknown;
  error: Error | null;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

/** The dialogs that every resource can have in its address; a resource may add others. */
export const DIALOGS = ['create', 'open', 'tab', 'delete'] as const;

/** The value of `create` in the address that opens the import of a table. */
export const IMPORT = 'import';

/** Returns the noun with a capital letter, for the start of a sentence. */
export function capitalise(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}
