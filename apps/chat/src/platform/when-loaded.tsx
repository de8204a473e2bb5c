import { toast } from '@homie/ui';
import { useEffect, type ReactNode } from 'react';
import { useLazyModule } from './use-lazy-module';

interface WhenLoadedProps<Module> {
  /** A constant function, usually one `import()`. */
  load: () => Promise<Module>;
  /** Called when the code did not load; a toast reports that to the user. */
  onFailure: () => void;
  children: (module: Module) => ReactNode;
}

/** Renders content with a lazily loaded module; nothing until it has loaded. */
export function WhenLoaded<Module extends object>({
  load,
  onFailure,
  children,
}: WhenLoadedProps<Module>) {
  const { module, failed } = useLazyModule(load);
  useEffect(() => {
    if (!failed) return;
    const description =
      'Part of the page could not be loaded. Check your connection and try again.';
    toast.error({ title: 'Error', description });
    onFailure();
  }, [failed, onFailure]);
  return module === null ? null : children(module);
}
