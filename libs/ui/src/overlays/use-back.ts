import { useEffectEvent, useLayoutEffect, useState } from 'react';

/** A layer over the page, with the entry of the history in which it opened. */
interface Layer {
  /** The time at which it opened, in layers. */
  order: number;
  index: number;
  hasOwnEntry: boolean;
  close: () => void;
}

/** The open layers, the topmost last. */
const layers: Layer[] = [];
let isReturning = false;
let opened = 0;

function read(state: unknown, name: string): unknown {
  return typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined;
}

/** Returns the index of an entry of the history, as the router counts them. */
function indexOf(state: unknown): number | undefined {
  const index = read(state, 'idx');
  return typeof index === 'number' ? index : undefined;
}

/**
 * Cancels Back or Forward while a layer is open: navigates to the entry in which it opened, and then closes it. In this
 * order, since `close` may change the history, too.
 */
function onPop(event: PopStateEvent): void {
  const layer = layers.at(-1);
  if (layer === undefined) return;
  if (isReturning) {
    event.stopImmediatePropagation();
    isReturning = false;
    return layer.close();
  }
  const steps = layer.index - (indexOf(event.state) ?? layer.index - 1);
  if (layer.hasOwnEntry || steps === 0) return;
  event.stopImmediatePropagation();
  isReturning = true;
  history.go(steps);
}

/**
 * Listens for Back before the router does. The shell calls it before it creates the router: Chromium calls listeners of
 * the window in the order in which they were added, capturing or not.
 */
export function listenForBack(): void {
  window.addEventListener('popstate', onPop);
}

function open(close: () => void, order: number): () => void {
  // With `useDialogAddress` the address opened it: Back closes it by itself.
  const hasOwnEntry = layers.length === 0 && read(read(history.state, 'usr'), 'dialog') === true;
  let index = indexOf(history.state) ?? 0;
  if (index === 0 && !hasOwnEntry) {
    // Back would unload the document, which cannot be undone. It leads to this entry instead.
    index = 1;
    history.pushState({ ...history.state, idx: index }, '');
  }
  const layer = { order, index, hasOwnEntry, close };
  layers.push(layer);
  // A screen that was hidden and is shown again runs the effects of an inner dialog first.
  layers.sort((one, other) => one.order - other.order);
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    if (layers.length === 0) isReturning = false;
  };
}

/**
 * Closes a layer with Back or Forward, the button or the gesture of a phone, instead of their usual effect: the screen
 * below may stay rendered, and would show the layer again. Of several layers it closes the topmost one.
 */
export function useBack(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  const [order] = useState(() => (opened += 1));
  useLayoutEffect(() => open(() => close(), order), [order]);
}
