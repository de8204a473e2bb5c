import { useQueryClient, type AdminApi, type Saved } from '@homie/api-client';
import {
  toast,
  type FormSchema,
  type SchemaInput,
  type SchemaOutput,
  type Elements,
} from '@homie/ui';
import type { RecordKind } from '@homie/contracts';
import { DialogForm } from '@homie/widgets';
import { useRef } from 'react';
import { useAdminApi } from '../data/admin-api';
import { showRefusal } from '../data/show-failure';

/** The fields of a record and how they are shown. */
export interface RecordForm<Version, Schema extends FormSchema> {
  /** The rules, which may be among the calls of the administration. */
  schema: (admin: AdminApi) => Schema;
  /** The form's values for a record. */
  toValues: (record: Version) => SchemaInput<Schema> & object;
  /** The labels of the fields. */
  labels: Readonly<Record<keyof SchemaInput<Schema> & string, string>>;
  /** Describes a value in words, to show a conflict to the user. */
  describeValue: (name: string, value: unknown, record: Version) => string;
}

/** The callbacks that a dialog passes to each of its forms. */
export interface FormHandle {
  onDirty: (isDirty: boolean) => void;
  /** Closes the dialog, with a confirmation if there are unsaved changes. */
  onLeave: () => void;
  /** Closes the dialog after saving. */
  onFinish: () => void;
}

interface VersionedFormProps<Version, Schema extends FormSchema>
  extends RecordForm<Version, Schema>, FormHandle {
  /** The record as it was read. */
  record: Version;
  /** The record of the history that says who changed it. */
  historyOf?: { kind: RecordKind; id: string } | undefined;
  /** Saves the values unless the record was changed since `version`. */
  save: (version: Version, values: SchemaOutput<Schema>) => Promise<Saved<Version>>;
  /** The title of the toast after saving. */
  success: string;
  /** Invalidates the queries that the change affects. */
  invalidate: (client: ReturnType<typeof useQueryClient>) => Promise<void>;
  /** Shown next to the buttons, at the start. */
  aside?: Elements;
  children: Elements;
}

/** Renders a form that is saved against the version that was read; shows the conflict if another user saved first. */
export function VersionedForm<Version, Schema extends FormSchema>(
  props: VersionedFormProps<Version, Schema>,
) {
  const { record, schema, toValues, labels, describeValue, save, historyOf } = props;
  const { admin, api } = useAdminApi();
  const client = useQueryClient();
  const version = useRef(record);
  return (
    <DialogForm
      schema={schema(admin)}
      defaultValues={toValues(record)}
      labels={labels}
      formatValue={(name, value) => describeValue(name, value, version.current)}
      submitLabel="Save"
      busyLabel="Saving..."
      aside={props.aside}
      onDirty={props.onDirty}
      onClose={props.onLeave}
      onFinish={props.onFinish}
      onSubmit={async (values, actions) => {
        try {
          const saved = await save(version.current, values);
          if (saved.outcome === 'conflict') {
            version.current = saved.current;
            const author =
              historyOf && (await admin.readLastAuthor(api, historyOf).catch(() => undefined));
            return actions.showConflict(toValues(saved.current), author);
          }
        } catch (error) {
          return showRefusal(error, admin, actions, labels);
        }
        actions.finish();
        toast.success({ title: props.success });
        await props.invalidate(client);
      }}
    >
      {props.children}
    </DialogForm>
  );
}
