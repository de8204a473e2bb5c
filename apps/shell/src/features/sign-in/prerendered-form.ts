import type { SignIn } from '@homie/contracts/authentication';
import { useFormField } from '@homie/ui';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

const CONTROLS = ':is(a, button, input)';

/** Returns the form that the page contains until the app renders its own, or null. See landing/sign-in.js. */
function findForm(): HTMLElement | null {
  // The build renders the form without a document.
  if (typeof document === 'undefined') return null;
  return document.querySelector('html[data-prerendered] #prerendered');
}

function readField(name: keyof SignIn): string {
  return findForm()?.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? '';
}

/** Returns the input of the prerendered form; empty strings without one. */
export function readPrerenderedInput(): SignIn {
  return { email: readField('email'), password: readField('password') };
}

/**
 * Replaces the prerendered form with the app's form around this component: adopts the input and the focus, and clicks
 * the button that the user clicked there.
 */
export function ReplacePrerenderedForm() {
  const email = useFormField<SignIn, 'email'>('email');
  const password = useFormField<SignIn, 'password'>('password');
  const clicked = useRef(-1);

  const replace = useEffectEvent(() => {
    const form = findForm();
    if (!form) return;
    // The user may have typed between the first render of the app's form and now, and types on before the next one.
    const input = readPrerenderedInput();
    if (input.email !== email.value) email.setValue(input.email);
    if (input.password !== password.value) password.setValue(input.password);
    for (const [name, value] of Object.entries(input)) {
      const field = document.querySelector<HTMLInputElement>(`#root main [name=${name}]`);
      if (field && field.value !== value) field.value = value;
    }
    const controls = [...form.querySelectorAll(CONTROLS)];
    const focused = document.activeElement;
    // WebKit reports no selection of a removed element.
    const [start, end] =
      focused instanceof HTMLInputElement ? [focused.selectionStart, focused.selectionEnd] : [];
    clicked.current = controls.findIndex((control) => control.matches('[data-clicked]'));
    delete document.documentElement.dataset['prerendered'];
    for (const element of document.querySelectorAll('.prerendered')) element.remove();
    const target = focused && findControl(controls.indexOf(focused));
    target?.focus({ preventScroll: true });
    if (target instanceof HTMLInputElement) target.setSelectionRange(start ?? null, end ?? null);
  });
  useLayoutEffect(() => replace(), []);
  useEffect(() => {
    // Adopted input may still have to enable the button.
    const timer = setTimeout(() => {
      const control = findControl(clicked.current);
      // A tab that was clicked is hidden with the prerendered form, and has lost the focus.
      if (document.activeElement === document.body) control?.focus({ preventScroll: true });
      control?.click();
    });
    return () => clearTimeout(timer);
  }, []);
  return null;
}

/** Returns a control of the screen by its index: the prerendered screen has the same ones. */
function findControl(index: number): HTMLElement | undefined {
  return document.querySelectorAll<HTMLElement>(`#root main ${CONTROLS}`)[index];
}
