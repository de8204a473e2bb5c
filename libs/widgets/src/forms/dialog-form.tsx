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
} from '@homie/ui';
import { useState, type ReactNode } from 'react';
import { SavedMeanwhile } from './saved-meanwhile.tsx';

/** What a submit handler may do to its form dialog. */
export interface FormDialogActions<Values> extends FormActions<Values> {
  /**
   * Shows that somebody else saved these values meanwhile, and lets the person choose: their own (which
   * are submitted again) or the other's. From here on the handler works against the other's version.
   */
  changedMeanwhile: (theirs: Values) => void;
  /** Closes the dialog: what was typed is saved. What is not closed keeps its input. */
  finish: () => void;
}

/** What the form in a dialog needs. */
export interface DialogFormProps<Schema extends FormSchema> {
  schema: Schema;
  defaultValues: SchemaInput<Schema> & object;
  /** The fields' names as people read them, for telling what somebody else changed. */
  labels?: Readonly<Record<string, string>>;
  /** How a value is told in words; as it stands unless given. */
  tell?: (name: string, value: unknown) => string;
  submitLabel: string;
  busyLabel: string;
  onSubmit: (
    values: SchemaOutput<Schema>,
    actions: FormDialogActions<SchemaInput<Schema> & object>,
  ) => Promise<void>;
  /** Leaving without saving. */
  onClose: () => void;
  /** Closing after saving. */
  onFinish: () => void;
  /** Told whether there is something to lose. */
  onDirty: (isDirty: boolean) => void;
  /** Beside the buttons, at the start. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The form of a `FormDialog`; by itself for dialogs that hold more than a form, with a `useLeaveGuard`. */
export function DialogForm<Schema extends FormSchema>(props: DialogFormProps<Schema>) {
  const { schema, defaultValues, onSubmit, onFinish: finish } = props;
  const [theirs, setTheirs] = useState<SchemaInput<Schema> & object>();
  return (
    <Form
      schema={schema}
      defaultValues={defaultValues}
      onSubmit={(values, actions) =>
        onSubmit(values, {
          ...actions,
          changedMeanwhile: setTheirs,
          finish,
        })
      }
    >
      <SavedMeanwhile
        defaultValues={defaultValues}
        theirs={theirs}
        wording={props}
        onDecided={() => setTheirs(undefined)}
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
