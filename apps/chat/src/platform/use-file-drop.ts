import { useEffect, useRef, useState, type DragEvent } from 'react';

function hasFiles({ dataTransfer }: { dataTransfer: DataTransfer | null }): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

/**
 * Detects files that are dragged over an area.
 * @returns `dragging` while files are dragged over it; the event handlers of the area, and those of the zone that covers
 * the area in the meantime and accepts the files
 */
export function useFileDrop(onDrop: (files: File[]) => void) {
  const [dragging, setDragging] = useState(false);
  const entered = useRef<globalThis.DragEvent>(null);

  // An element is entered before the previous one is left. If the element that was entered last is left, the files are
  // outside the window, or the drag was cancelled. Listens on the window, because the zone may not be entered at all.
  useEffect(() => {
    let last: EventTarget | null = null;
    const onEnter = (event: globalThis.DragEvent) => {
      last = event.target;
      if (event !== entered.current) setDragging(false);
    };
    const onLeave = ({ target }: globalThis.DragEvent) => {
      if (target === last) setDragging(false);
    };
    window.addEventListener('dragenter', onEnter);
    window.addEventListener('dragleave', onLeave);
    return () => {
      window.removeEventListener('dragenter', onEnter);
      window.removeEventListener('dragleave', onLeave);
    };
  }, []);

  const area = {
    onDragEnter(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      entered.current = event.nativeEvent;
      setDragging(true);
    },
  };
  const zone = {
    onDragOver(event: DragEvent) {
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    },
    onDrop(event: DragEvent) {
      event.preventDefault();
      setDragging(false);
      onDrop(Array.from(event.dataTransfer.files));
    },
  };
  return { dragging, area, zone };
}
