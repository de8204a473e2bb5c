import { useEffect } from 'react';
import { useEnvironment } from '../environment/environment-context';

/**
 * Sets the title of the browser's tab: `<title> · <product name>`.
 * @param title of the screen, or nothing for the product name alone
 * @param options `unread` is the number of unread items: `(2) <title> · <product name>`
 */
export function useDocumentTitle(title?: string, { unread = 0 }: { unread?: number } = {}): void {
  const { productName } = useEnvironment();
  useEffect(() => {
    const name = title ? `${title} · ${productName}` : productName;
    document.title = unread > 0 ? `(${unread}) ${name}` : name;
  }, [title, productName, unread]);
}
