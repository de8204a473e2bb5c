import {
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
  type ReactNode,
  type SubmitEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { dismissErrors } from '../feedback/toasts.ts';
import { Stack } from '../layout/stack.ts';
import { FormContext } from './form-context.ts';
import { createFormStore } from './form-store.ts';
import {
  fieldErrors,
  type FormSchema,
  type SchemaInput,
  type SchemaOutput,
} from './standard-schema.ts';

/** The actions of a submit handler on its form. */
export interface FormActions<Values> {
  /** Marks a field as wrong, e.g. after the server's response, and moves the focus there. */
  setFieldError: (name: keyof Values & string, message: string) => void;
  /** Puts every field back to its default. */
  reset: () => void;
}

/** Props of {@link Form}. */
export interface FormProps<Schema extends FormSchema> {
  /** A zod (or zod/mini, or other Standard Schema) object; its messages are shown next to the fields. */
  schema: Schema;
  defaultValues: SchemaInput<Schema> & object;
  /** Called with the output of the schema. The form is busy until the promise settles; the input remains. */
  onSubmit: (
    values: SchemaOutput<Schema>,
    actions: FormActions<SchemaInput<Schema>>,
  ) => Promise<void> | void;
  /** The form's name for screen readers, if no heading names it. */
  label?: string;
  children: ReactNode;
}

/**
 * A form: schema, fields, submit. Nothing is marked wrong before the first submit; then the first wrong field gets the
 * focus, a collapsed section with a wrong field opens, and each mark disappears as soon as its field is valid.
 */
export function Form<Schema extends FormSchema>(props: FormProps<Schema>) {
  const { schema, defaultValues, onSubmit, label, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const [store] = useState(() => createFormStore(defaultValues, schema));
  useEffect(() => store.setSchema(schema), [store, schema]);
  // Fields subscribe some time after they were rendered. If a key press is faster, the form's own subscription handles
  // it: its update makes React subscribe the fields first. Otherwise React would reset the field to its previous value.
  const [, catchUp] = useReducer((changes: number) => changes + 1, 0);
  useLayoutEffect(() => store.subscribe(catchUp), [store]);

  function showErrors(errors: Readonly<Record<string, string>>) {
    flushSync(() => {
      store.setSubmitting(false);
      store.setErrors(errors);
    });
    for (const section of form.current?.querySelectorAll('details') ?? [])
      section.open ||= section.querySelector('[aria-invalid=true]') !== null;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // A form inside a portal must not submit the form around the portal.
    event.stopPropagation();
    if (store.get().submitting) return;
    store.setSubmitting(true);
    dismissErrors();
    let rejected: Readonly<Record<string, string>> | undefined;
    try {
      const result = await schema['~standard'].validate(store.get().values);
      if (result.issues) {
        rejected = fieldErrors(result.issues);
        return;
      }
      store.setErrors({});
      await onSubmit(result.value, {
        setFieldError: (name, message) => (rejected = { ...rejected, [name]: message }),
        reset: () =>
          Object.entries(defaultValues).forEach(([name, value]) => store.setValue(name, value)),
      });
    } finally {
      store.setSubmitting(false);
      if (rejected) showErrors(rejected);
    }
  }

  return (
    <FormContext value={store}>
      <Stack asChild gap="4">
        <form ref={form} aria-label={label} noValidate onSubmit={(event) => void submit(event)}>
          {children}
        </form>
      </Stack>
    </FormContext>
  );
}
