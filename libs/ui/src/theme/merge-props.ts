import type { Ref, RefCallback } from 'react';

/** Props by name. */
export interface Props {
  className?: string;
  ref?: Ref<unknown>;
  style?: object;
  [name: string]: unknown;
}

type Handler = (...args: unknown[]) => void;

const isHandler = (name: string, value: unknown): value is Handler =>
  /^on[A-Z]/.test(name) && typeof value === 'function';

function setRef(ref: Ref<unknown> | undefined, value: unknown): (() => void) | void {
  if (typeof ref === 'function') return ref(value);
  if (ref) ref.current = value;
}

function mergeRefs(refs: readonly Ref<unknown>[]): RefCallback<unknown> {
  return (value) => {
    const cleanups = refs.map((ref) => setRef(ref, value) ?? (() => void setRef(ref, null)));
    return () => {
      for (const cleanup of cleanups) cleanup();
    };
  };
}

/**
 * Merges the props of the surrounding component into an element's own. Its own win; handlers and refs of both are
 * called, the outer ones first; classes and inline styles are joined.
 */
export function mergeProps(outer: Props, inner: Props): Props {
  const merged: Props = { ...outer };
  for (const name in inner) {
    const value = inner[name];
    const other = outer[name];
    if (value === undefined) continue;
    merged[name] =
      isHandler(name, value) && isHandler(name, other)
        ? (...args: unknown[]) => {
            other(...args);
            value(...args);
          }
        : value;
  }
  if (outer.className && inner.className)
    merged.className = `${outer.className} ${inner.className}`;
  if (outer.style && inner.style) merged.style = { ...outer.style, ...inner.style };
  if (outer.ref && inner.ref) merged.ref = mergeRefs([outer.ref, inner.ref]);
  return merged;
}
