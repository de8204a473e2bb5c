/** What a toast says. */
export interface ToastText {
  title: string;
  description?: string;
  action?: ToastAction;
}

/** What can be done about it, e.g. 'Try again'. The toast leaves when it is. */
export interface ToastAction {
  label: string;
  run: () => void;
}

/** `error` is the destructive look: announced at once and shown longer. */
export type ToastTone = 'success' | 'error' | 'info';

/** A toast in the queue. */
export interface Toast extends ToastText {
  id: number;
  tone: ToastTone;
}

/** At most this many are shown; later ones wait for a place. */
export const maxShown = 3;

const listeners = new Set<() => void>();
let queue: readonly Toast[] = [];
let lastId = 0;

function change(next: readonly Toast[]): void {
  queue = next;
  for (const listener of listeners) listener();
}

function add(tone: ToastTone, text: ToastText): number {
  const id = ++lastId;
  // What is said again replaces what was said: it is announced anew, and leaves room for the others.
  const others = queue.filter(
    ({ title, description, tone: shown }) =>
      !(shown === tone && title === text.title && description === text.description),
  );
  change([...others, { ...text, id, tone }]);
  return id;
}

/** Toasts that are shown or wait, oldest first. */
export function toastQueue(): readonly Toast[] {
  return queue;
}

/** Calls back on every change of the queue. */
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Shows a short message over the page, from anywhere (no React needed). Each call returns an id for
 * `toast.dismiss`; `toast.dismiss()` removes all.
 */
export const toast = {
  success: (text: ToastText): number => add('success', text),
  error: (text: ToastText): number => add('error', text),
  info: (text: ToastText): number => add('info', text),
  dismiss: (id?: number): void =>
    change(id === undefined ? [] : queue.filter((shown) => shown.id !== id)),
};
