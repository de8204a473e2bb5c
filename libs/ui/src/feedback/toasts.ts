/** What a toast says. */
export interface ToastText {
  title: string;
  description?: string;
  action?: ToastAction;
  /** Takes the place of the one with the same title that is still there, and says what that said as well. */
  joins?: boolean;
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
  const isSame = ({ title, description, tone: shown }: Toast) =>
    shown === tone && title === text.title && (text.joins || description === text.description);
  // What is said again replaces what was said: it is announced anew, and leaves room for the others.
  const others = queue.filter((shown) => !isSame(shown));
  const said = text.joins ? queue.filter(isSame) : [];
  const description = [...said, text].flatMap((each) => each.description ?? []).join(', ');
  const added: Toast = { ...text, id, tone, ...(description !== '' && { description }) };
  change(tone === 'error' ? withError(others, added) : [...others, added]);
  return id;
}

/** An error is not kept waiting: the oldest that is shown and asks for nothing makes room. */
function withError(others: readonly Toast[], error: Toast): readonly Toast[] {
  const shown = others.slice(0, maxShown);
  const waiting = others.slice(maxShown);
  const past = shown.find(({ tone, action }) => tone !== 'error' && action === undefined);
  if (shown.length < maxShown || past === undefined) return [...others, error];
  return [...shown.filter((each) => each !== past), error, ...waiting];
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
