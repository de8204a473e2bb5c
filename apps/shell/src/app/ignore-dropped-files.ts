/**
 * Ignores files that are dropped where nothing accepts them: the browser would open them in place of the app.
 * @returns a function that stops it
 */
export function ignoreDroppedFiles(target: Window): () => void {
  const listening = new AbortController();
  function ignore(event: DragEvent) {
    const { dataTransfer, target: over } = event;
    if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return;
    if (over instanceof HTMLInputElement && over.type === 'file') return;
    event.preventDefault();
    dataTransfer.dropEffect = 'none';
  }
  for (const type of ['dragover', 'drop'] as const)
    target.addEventListener(type, ignore, { signal: listening.signal });
  return () => listening.abort();
}
