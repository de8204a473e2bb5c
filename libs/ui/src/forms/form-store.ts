import { createStore } from '@homie/store';
import {
  fieldErrors,
  type FieldErrors,
  type FormSchema,
  type FormValues,
} from './standard-schema.ts';

/** The state of a form. */
export interface FormState {
  values: FormValues;
  errors: FieldErrors;
  submitting: boolean;
}

/** A form's values and errors; fields and buttons read it, only the form submits. */
export interface FormStore {
  get: () => FormState;
  subscribe: (listener: () => void) => () => void;
  /** Stores a value. A field with an error is validated again at once, others on submit. */
  setValue: (name: string, value: unknown) => void;
  /** Replaces the schema, which may depend on the visible fields. */
  setSchema: (schema: FormSchema) => void;
  setErrors: (errors: FieldErrors) => void;
  setSubmitting: (submitting: boolean) => void;
}

/** Creates a form's store. */
export function createFormStore(defaults: object, initialSchema: FormSchema): FormStore {
  let schema = initialSchema;
  const { getState, setState, subscribe } = createStore<FormState>({
    values: { ...defaults },
    errors: {},
    submitting: false,
  });
  const change = (part: Partial<FormState>) => setState((state) => ({ ...state, ...part }));

  async function recheck() {
    const { values } = getState();
    const result = await schema['~standard'].validate(values);
    if (values !== getState().values) return;
    const found = fieldErrors(result.issues ?? []);
    const left = Object.keys(getState().errors).flatMap((name) => {
      const message = found[name];
      return message === undefined ? [] : [[name, message] as const];
    });
    change({ errors: Object.fromEntries(left) });
  }

  return {
    get: getState,
    subscribe,
    setValue(name, value) {
      change({ values: { ...getState().values, [name]: value } });
      if (Object.keys(getState().errors).length > 0) void recheck();
    },
    setSchema: (next) => {
      schema = next;
    },
    setErrors: (errors) => change({ errors }),
    setSubmitting: (submitting) => change({ submitting }),
  };
}
