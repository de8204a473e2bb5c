import {
  Button,
  Flex,
  Form,
  Spacer,
  SubmitButton,
  type FormActions,
  type FormSchema,
  type SchemaInput,
  type SchemaOutput,
  type Elements,
} from '@homie/ui';
import { useState } from 'react';
import { EditConflict, type Conflict } from './edit-conflict.tsx';

/** The actions of a submit handler on its form dialog. */
export interface FormDialogActions<Values> extends FormActions<Values> {
  /**
   * Shows that another user has saved these values in the meantime, and lets the user choose: their own (which are
   * submitted again) or the other user's. From here on the handler uses the other user's version.
   * @param author the name of the other user, if it is known
   */
  showConflict: (theirs: Values, author?: string) => void;
  /** Closes the dialog: the input is saved. Otherwise the dialog stays open with its input. */
  finish: () => void;
}

/** Props of {@link DialogForm}. */
export interface DialogFormProps<Schema extends FormSchema> {
  schema: Schema;
  defaultValues: SchemaInput<Schema> & object;
  /** The labels of the fields, for the list of another user's changes. */
  labels?: Readonly<Record<string, string>>;
  /** Formats a value for the list of another user's changes; verbatim by default. */
  formatValue?: (name: string, value: unknown) => string;
  submitLabel: string;
  busyLabel: string;
  onSubmit: (
    values: SchemaOutput<Schema>,
    actions: FormDialogActions<SchemaInput<Schema> & object>,
  ) => Promise<void>;
  /** Called when the dialog is closed without saving. */
  onClose: () => void;
  /** Called after saving. */
  onFinish: () => void;
  /** Called with true while there are unsaved changes. */
  onDirty: (isDirty: boolean) => void;
  /** Shown next to the buttons, at the start. */
  aside?: Elements;
  children: Elements;
}

/** The form of a `FormDialog`; by itself for dialogs that hold more than a form, with a `useLeaveGuard`. */
export function DialogForm<Schema extends FormSchema>(props: DialogFormProps<Schema>) {
  const { schema, defaultValues, onSubmit, onFinish: finish } = props;
  const [conflict, setConflict] = useState<Conflict<SchemaInput<Schema> & object>>();
  return (
    <Form
      schema={schema}
      defaultValues={defaultValues}
      onSubmit={(values, actions) =>
        onSubmit(values, {
          ...actions,
          showConflict: (theirs, author) => setConflict({ theirs, author }),
          finish,
        })
      }
    >
      <EditConflict
        defaultValues={defaultValues}
        conflict={conflict}
        wording={props}
        onDecided={() => setConflict(undefined)}
        onDirty={props.onDirty}
      />
      {props.children}
      <Flex
        position="sticky"
        marginTop="auto"
        bottom="-6"
        marginBottom="-6"
        marginInline={{ base: '-5', sm: '-6' }}
        paddingInline={{ base: '5', sm: '6' }}
        paddingBlock="4"
        gap="2"
        flexWrap="wrap"
        justifyContent="flex-end"
        bg="bg.surface"
        borderTopWidth="1px"
        borderColor="border.subtle"
        // The whole dialog scrolls.
        css={{ '@media (height < 320px)': { position: 'static' } }}
      >
        {props.aside}
        <Spacer />
        <Button variant="outline" onClick={props.onClose}>
          Cancel
        </Button>
        <SubmitButton busyLabel={props.busyLabel}>{props.submitLabel}</SubmitButton>
      </Flex>
    </Form>
  );
}
