import { useQuery, type PageSearch } from '@homie/api-client';
import type { FormSchema, SchemaOutput, Elements } from '@homie/ui';
import type { ComponentType } from 'react';
import { useAdminApi } from '../data/admin-api';
import { CreateDialog, type CreateOptions } from './create-dialog';
import type { ResourceDialogsProps } from './resource-options';
import { DeleteDialog, type DeleteOptions } from './delete-dialog';
import { RecordDialog, type RecordTab } from './record-dialog';
import {
  capitalise,
  IMPORT,
  type RecordQuery,
  type Resource,
  type ResourceRecord,
} from './resource';
import { VersionedForm, type RecordForm } from './versioned-form';

/** Props of a further dialog of a record. */
export interface RecordDialogProps<Found> {
  id: string;
  /** The record as far as it is known. */
  record: Found | undefined;
  /** The query of the record. */
  query: RecordQuery;
  onClose: () => void;
}

/** The dialogs of a resource. */
interface DialogsOptions<
  Row extends Found,
  Found extends ResourceRecord,
  Search extends PageSearch,
  Schema extends FormSchema,
> extends Resource<Row, Found, Search, SchemaOutput<Schema>> {
  /** The form that creates and edits a record. The tab that edits is the first one. */
  form?: RecordForm<Found, Schema> & {
    /** The fields. @param record the one that is edited; undefined for a new one */
    fields: (record: Found | undefined) => Elements;
    create: CreateOptions<Schema>;
  };
  /** The dialog for a new record, instead of one with the form. */
  create?: ComponentType<{ onClose: () => void }>;
  /** The dialog that imports a table of records. */
  importing?: ComponentType<{ onClose: () => void }>;
  /** The tabs of the dialog of a record, after the tab that edits it. */
  tabs: readonly RecordTab<Found>[];
  /** The options of the confirmation before a record is deleted. */
  remove?: DeleteOptions;
  /** Further dialogs of a record, as they are named in the address. */
  others?: Readonly<Record<string, ComponentType<RecordDialogProps<Found>>>>;
}

/** Makes the component that renders the dialog in the address: create, open, delete, or a further one. */
export function defineDialogs<
  Row extends Found,
  Found extends ResourceRecord,
  Search extends PageSearch,
  Schema extends FormSchema,
>(options: DialogsOptions<Row, Found, Search, Schema>): ComponentType<ResourceDialogsProps<Row>> {
  const { name, form, create: CreateOther, importing: Import, others = {} } = options;
  const noun = capitalise(name.one);

  function useResource() {
    const { admin, api } = useAdminApi();
    return { ...options.api(admin), backend: api };
  }

  function Create({ onClose }: { onClose: () => void }) {
    const { create, invalidate } = useResource();
    if (!form || !create) return null;
    return (
      <CreateDialog
        {...form.create}
        schema={form.create.schema ?? form.schema}
        labels={form.labels}
        create={create}
        success={`${noun} created successfully`}
        invalidate={invalidate}
        onClose={onClose}
      >
        {form.fields(undefined)}
      </CreateDialog>
    );
  }

  const editTab: RecordTab<Found> = {
    id: 'details',
    label: 'Details',
    title: `Edit ${name.one}`,
    isForm: true,
    content: (record, handle) => <Edit record={record} handle={handle} />,
  };

  function Edit({
    record,
    handle,
  }: {
    record: Found;
    handle: Parameters<RecordTab<Found>['content']>[1];
  }) {
    const { update, invalidate, backend } = useResource();
    if (!form || !update) return null;
    return (
      <VersionedForm
        {...form}
        {...handle}
        record={record}
        historyOf={options.remove?.kind && { kind: options.remove.kind, id: record.id }}
        save={(version, values) => update(backend, version, values)}
        success={`${noun} updated successfully`}
        invalidate={invalidate}
      >
        {form.fields(record)}
      </VersionedForm>
    );
  }

  const [firstTab, ...otherTabs] = form ? [editTab, ...options.tabs] : options.tabs;
  if (!firstTab) throw new Error(`The dialog of a ${name.one} needs a form or a tab.`);
  const tabs = [firstTab, ...otherTabs] as const;

  interface OpenRecordProps {
    id: string;
    dialog: string;
    known: Found | undefined;
    address: ResourceDialogsProps<Row>['address'];
  }

  function OpenRecord({ id, dialog, known, address }: OpenRecordProps) {
    const { recordQuery, remove, invalidate, backend } = useResource();
    const query = useQuery(recordQuery(backend, id));
    const record = query.data ?? known;
    const shared = { id, query, onClose: address.close };
    if (dialog === 'delete') {
      return (
        options.remove &&
        remove && (
          <DeleteDialog
            {...options.remove}
            {...shared}
            recordName={record && options.recordName(record)}
            noun={name.one}
            remove={remove}
            invalidate={invalidate}
          />
        )
      );
    }
    const Other = others[dialog];
    if (Other) return <Other {...shared} record={record} />;
    return (
      <RecordDialog
        {...shared}
        current={query.data}
        known={known}
        noun={name.one}
        label={noun}
        recordName={options.recordName}
        tabs={tabs}
        tab={address.parts['tab'] ?? null}
        onTab={(tab) => address.change({ open: id, ...(tab !== undefined && { tab }) })}
      />
    );
  }

  return function ResourceDialogs({ address, listed }) {
    if (address.parts['create'] === name.one) {
      const New = CreateOther ?? Create;
      return <New onClose={address.close} />;
    }
    if (Import && address.parts['create'] === IMPORT) return <Import onClose={address.close} />;
    for (const dialog of ['delete', ...Object.keys(others), 'open']) {
      const id = address.parts[dialog];
      if (id === null || id === undefined) continue;
      const known = listed?.find((row) => row.id === id);
      return (
        <OpenRecord
          key={`${dialog} ${id}`}
          id={id}
          dialog={dialog}
          known={known}
          address={address}
        />
      );
    }
    return null;
  };
}
