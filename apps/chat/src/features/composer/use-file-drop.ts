import { useEffect, useState, type DragEvent } from 'react';

function hasFiles({ dataTransfer }: { dataTransfer: DataTransfer | null }): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

/** Ignores files dropped outside the drop zone, which the browser would open in place of the product. */
function ignoreMissed(event: globalThis.DragEvent): void {
  if (event.defaultPrevented || !hasFiles(event)) return;
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
}

/**
 * Detects files that are dragged over an area.
 * @returns `dragging` while files are dragged; the event handlers of the area; those of the zone that covers the area
 * in the meantime, so that only leaving the whole of it counts as leaving
 */
export function useFileDrop(onDrop: (files: File[]) => void) {
  const [dragging, setDragging] = useState(false);

  useEffect(() => {
    window.addEventListener('dragover', ignoreMissed);
    window.addEventListener('drop', ignoreMissed);
    return () => {
      window.removeEventListener('dragover', ignoreMissed);
      window.removeEventListener('drop', ignoreMissed);
    };
  }, []);

  const area = {
    onDragEnter(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDragging(true);
    },
  };
  const zone = {
    onDragOver(event: DragEvent) {
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    },
    onDragLeave: () => setDragging(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setDragging(false);
      onDrop(Array.from(event.dataTransfer.files));
    },
  };
  return { dragging, area, zone };
}
