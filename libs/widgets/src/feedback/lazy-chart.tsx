import { Text } from '@homie/ui';
import { lazy, type ComponentType } from 'react';

/**
 * Returns a component that loads its code when it is rendered, inside a `Suspense`. For a chart whose values are also in
 * a table: if the code cannot be loaded, a sentence is shown instead, and the screen around it works.
 * @param load imports the component
 */
export function lazyChart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => NotLoaded) }));
}

function NotLoaded() {
  return (
    <Text role="alert" size="sm" tone="muted">
      The chart could not be loaded. Everything else works.
    </Text>
  );
}
