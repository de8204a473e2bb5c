/** Runs a task when the page has nothing else to do, within a second. @returns how to give it up */
export function whenIdle(task: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(task, 50);
    return () => clearTimeout(timer);
  }
  // oxlint-disable-next-line compat/compat -- see above
  const request = requestIdleCallback(task, { timeout: 1000 });
  return () => cancelIdleCallback(request);
}
