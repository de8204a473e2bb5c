import { toast } from '@homie/ui';
import { useEffect, type ReactNode } from 'react';
import { usePart } from './use-part';

interface WhenLoadedProps<Part> {
  /** A constant function, usually one `import()`. */
  load: () => Promise<Part>;
  /** Called when the code did not load; a toast reports that to the user. */
  onFailure: () => void;
  children: (part: Part) => ReactNode;
}

/** Renders content with a lazily loaded module; nothing until it has loaded. */
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
