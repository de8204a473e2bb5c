import { useEffect } from 'react';
import { useEnvironment } from '../environment/environment-context';

/**
 * Names the screen in the browser's tab: `<title> · <product name>`.
 * @param title of the screen, or nothing for the product name alone
 * @param options `unread` counts what waits to be looked at: `(2) <title> · <product name>`
 */
export function useDocumentTitle(title?: string, { unread = 0 }: { unread?: number } = {}): void {
  const { productName } = useEnvironment();
  useEffect(() => {
    const name = title ? `${title} · ${productName}` : productName;
    document.title = unread > 0 ? `(${unread}) ${name}` : name;
  }, [title, productName, unread]);
}
