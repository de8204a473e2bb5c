import type { PageSearch } from '@homie/api-client';
import type { Column, DialogAddress } from '@homie/widgets';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import type { Resource, ResourceRecord } from './resource';

/** A column of the list. `now` is the time for texts like '5 min ago'. */
interface ResourceColumn<Row> extends Omit<Column<Row>, 'cell'> {
  cell: (row: Row, now: Date) => ReactNode;
}

/** An item in the menu of each row, which opens a dialog of the record. */
export interface RowAction<Row> {
  label: string;
  icon: ReactElement;
  danger?: boolean;
  /** The dialog, as it is named in the address. */
  dialog: string;
  /** The tab of the dialog; the first one by default. */
  tab?: string;
  /** Returns whether a row has the item; every row by default. @param ownId the id of the signed-in user */
  isOffered?: (row: Row, ownId: string) => boolean;
}

/** The page of a record: its facts below the name, and its sections. */
export interface RecordPage<Found> {
  /** The button that leads to the list, e.g. 'All users'. */
  listLabel: string;
  /** The name of the record; `recordName` by default. */
  title?: (record: Found) => string;
  facts: (record: Found, now: Date) => ReactNode;
  /** Loads the component that renders the sections. */
  sections: () => Promise<ComponentType<{ record: Found }>>;
}

/** Props of the component that renders the dialogs of a resource, and loads when one is first needed. */
export interface ResourceDialogsProps<Row> {
  address: DialogAddress<string>;
  /** The rows in the table, so that a dialog of one of them need not wait. */
  listed: readonly Row[] | undefined;
}

/** A choice of a filter. The first option means 'no filter'. */
export interface FilterOption<Value> {
  value: Value;
  label: string;
}

type TextOf<Value> = Extract<Value, string>;

/** A filter with a few options, by the name that it has in the search and in the address. */
type ChoiceFilter<Search> = {
  [Name in Exclude<keyof Search & string, 'q'>]: {
    name: Name;
    label: string;
    options: readonly [FilterOption<TextOf<Search[Name]>>, ...FilterOption<TextOf<Search[Name]>>[]];
  };
}[Exclude<keyof Search & string, 'q'>];

/** The screen of a resource: its list with filters, order, pages and row menus, and its dialogs. */
export interface ResourceOptions<
  Row extends Found,
  Found extends ResourceRecord,
  Search extends PageSearch,
  Input,
> extends Resource<Row, Found, Search, Input> {
  title: string;
  /** The name of the screen in the browser's tab; `title` by default. */
  documentTitle?: string;
  description: string;
  pageSize: number;
  columns: readonly [ResourceColumn<Row>, ...ResourceColumn<Row>[]];
  /** The order by default. Every column with sort words can be ordered by. */
  order: NonNullable<Search['order']>;
  filters: {
    search: { label: string; maxLength: number };
    choices?: readonly ChoiceFilter<Search>[];
  };
  /** The items in the menu of each row. Pressing a row opens the dialog `open`. */
  menu: readonly [RowAction<Found>, ...RowAction<Found>[]];
  /** The button that opens the dialog for a new record; none without it. */
  createLabel?: string;
  /** True if the dialogs include the import of a table. */
  canImport?: boolean;
  /** The list without any records. */
  empty: { icon: ReactElement; title: string; description: string };
  /** The page of one record, below the address of the list; none without it. */
  page?: RecordPage<Found>;
  /** Loads the dialogs, which `defineDialogs` made. */
  dialogs: () => Promise<ComponentType<ResourceDialogsProps<Row>>>;
}
