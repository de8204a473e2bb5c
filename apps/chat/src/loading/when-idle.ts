/** Runs a task when the page has nothing else to do. Returns how to give it up. */
export function whenIdle(task: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(task, 50);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(task, { timeout: 1000 });
  return () => cancelIdleCallback(request);
}
