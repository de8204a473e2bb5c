/** Runs a task once the page is idle, within a second. @returns a function that cancels it */
export function whenIdle(task: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(task, 50);
    return () => clearTimeout(timer);
  }
  // oxlint-disable-next-line compat/compat -- the rule does not see the `typeof` check above
  const request = requestIdleCallback(task, { timeout: 1000 });
  return () => cancelIdleCallback(request);
}
