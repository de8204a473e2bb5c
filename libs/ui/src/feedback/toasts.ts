import { createStore } from '@homie/store';

/** The texts of a toast. */
export interface ToastText {
  title: string;
  description?: string;
  action?: ToastAction;
  /**
   * Groups related messages: replaces the toast with the same title, and repeats its description if it belongs to the
   * same group.
   */
  group?: number;
}

/** An action on the message, e.g. 'Retry'. Running it dismisses the toast. */
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
  addedAt: number;
  /** The slot inside the open dialog over which it was raised; absent: over the page. */
  slot?: HTMLElement | undefined;
}

/** Milliseconds for which a toast stays, whatever the user presses. */
const minimumTime: Record<ToastTone, number> = { success: 1_000, info: 1_000, error: 3_000 };

/**
 * Returns the slot of the dialog that shows a toast. A message that needs attention must be reachable while a dialog
 * covers the page; others are next to the dialog.
 */
export function slotOf({ slot, tone, action }: Toast): HTMLElement | undefined {
  return tone === 'error' || action ? slot : undefined;
}

/** The maximum number of visible toasts; later ones wait. */
export const maxShown = 3;

/** Toasts that are visible or wait, oldest first. */
export const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;
/** Slots for toasts inside open dialogs and drawers, the topmost last. */
let slots: readonly HTMLElement[] = [];

function add(tone: ToastTone, text: ToastText): number {
  const id = ++lastId;
  const isSame = ({ title, description, tone: shown }: Toast) =>
    shown === tone &&
    title === text.title &&
    (text.group !== undefined || description === text.description);
  // A repeated message replaces the previous one: it is announced again, without using more space.
  const queue = toasts.getState();
  const others = queue.filter((shown) => !isSame(shown));
  const said = queue.filter(
    (shown) => text.group !== undefined && shown.group === text.group && isSame(shown),
  );
  const description = [...said, text].flatMap((each) => each.description ?? []).join(', ');
  const added: Toast = {
    ...text,
    id,
    tone,
    slot: slots.at(-1),
    addedAt: performance.now(),
    ...(description !== '' && { description }),
  };
  toasts.setState(tone === 'error' ? withError(others, added) : [...others, added]);
  return id;
}

/**
 * Adds an error without a wait: it replaces the oldest visible toast that is neither an error nor has an action. If there
 * is none, the oldest one waits in its place.
 */
function withError(others: readonly Toast[], error: Toast): readonly Toast[] {
  const shown = others.slice(0, maxShown);
  const waiting = others.slice(maxShown);
  const past = shown.find(({ tone, action }) => tone !== 'error' && action === undefined);
  if (shown.length < maxShown) return [...others, error];
  if (past === undefined) return [...shown.slice(1), error, ...shown.slice(0, 1), ...waiting];
  return [...shown.filter((each) => each !== past), error, ...waiting];
}

/**
 * Registers the toast slot of an opened dialog. Returns a function that removes it and moves its toasts to the next
 * slot.
 */
export function addToastSlot(slot: HTMLElement): () => void {
  // In the order of the page: a screen that was hidden and is shown again adds the slot of an inner dialog first.
  const isBefore = (each: Node) =>
    slot.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING;
  slots = [...slots.filter(isBefore), slot, ...slots.filter((each) => !isBefore(each))];
  return () => {
    slots = slots.filter((each) => each !== slot);
    toasts.setState((queue) =>
      queue.map((shown) => (shown.slot === slot ? { ...shown, slot: slots.at(-1) } : shown)),
    );
  };
}

/**
 * Dismisses toasts that were visible long enough to be read and offer no action. Called when the user presses the next
 * control.
 */
export function dismissReadToasts(): void {
  const now = performance.now();
  const isRead = ({ tone, action, addedAt }: Toast, index: number) =>
    index < maxShown && action === undefined && now - addedAt >= minimumTime[tone];
  if (toasts.getState().some(isRead))
    toasts.setState((queue) => queue.filter((shown, index) => !isRead(shown, index)));
}

/** Dismisses errors that offer no action. A form calls it: the errors of the last attempt are out of date. */
export function dismissErrors(): void {
  const isPast = ({ tone, action }: Toast) => tone === 'error' && action === undefined;
  if (toasts.getState().some(isPast))
    toasts.setState((queue) => queue.filter((shown) => !isPast(shown)));
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
    toasts.setState((queue) => (id === undefined ? [] : queue.filter((shown) => shown.id !== id))),
};
