import { useQueryClient, type AdminApi, type Api } from '@homie/api-client';
import {
  toast,
  type FormSchema,
  type SchemaInput,
  type SchemaOutput,
  type Elements,
} from '@homie/ui';
import { FormDialog } from '@homie/widgets';
import { useAdminApi } from '../data/admin-api';
import { showRefusal } from '../data/show-failure';

/** The dialog for a new record. */
export interface CreateOptions<Schema extends FormSchema> {
  title: string;
  description: string;
  submitLabel: string;
  busyLabel: string;
  defaultValues: SchemaInput<Schema> & object;
  /** Validates a new record, if it has other rules. */
  schema?: (admin: AdminApi) => Schema;
}

interface CreateDialogProps<Schema extends FormSchema> extends Omit<
  CreateOptions<Schema>,
  'schema'
> {
  schema: (admin: AdminApi) => Schema;
  labels: Readonly<Record<keyof SchemaInput<Schema> & string, string>>;
  create: (api: Api, values: SchemaOutput<Schema>) => Promise<unknown>;
  success: string;
  invalidate: (client: ReturnType<typeof useQueryClient>) => Promise<void>;
  onClose: () => void;
  children: Elements;
}

/** Creates a record from the values of a form. */
export function CreateDialog<Schema extends FormSchema>(props: CreateDialogProps<Schema>) {
  const { schema, create, labels, success, invalidate, ...dialog } = props;
  const { admin, api } = useAdminApi();
  const client = useQueryClient();
  return (
    <FormDialog
      {...dialog}
      schema={schema(admin)}
      onSubmit={async (values, actions) => {
        try {
          await create(api, values);
        } catch (error) {
          return showRefusal(error, admin, actions, labels);
        }
        actions.finish();
        toast.success({ title: success });
        await invalidate(client);
      }}
    />
  );
}
