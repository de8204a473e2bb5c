import { useEffect } from 'react';
import { useEnvironment } from '../environment/environment-context';

/**
 * Names the screen in the browser's tab: `<title> · <product name>`.
 * @param title of the screen, or nothing for the product name alone
 */
export function useDocumentTitle(title?: string): void {
  const { productName } = useEnvironment();
  useEffect(() => {
    document.title = title ? `${title} · ${productName}` : productName;
  }, [title, productName]);
}
