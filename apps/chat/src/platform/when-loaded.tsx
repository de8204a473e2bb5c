import { toast } from '@homie/ui';
import { useEffect, type ReactNode } from 'react';
import { usePart } from './use-part';

interface WhenLoadedProps<Part> {
  /** A constant function, usually one `import()`. */
  load: () => Promise<Part>;
  /** Called when the code did not arrive, which the person is told. */
  onFailure: () => void;
  children: (part: Part) => ReactNode;
}

/** What is drawn by code that most visits do without; nothing until it has arrived. */
export function WhenLoaded<Part extends object>({
  load,
  onFailure,
  children,
}: WhenLoadedProps<Part>) {
  const { part, failed } = usePart(load);
  useEffect(() => {
    if (!failed) return;
    const description = 'A part of the page did not load. Check your connection and try again.';
    toast.error({ title: 'Error', description });
    onFailure();
  }, [failed, onFailure]);
  return part === null ? null : children(part);
}
