import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

/** Props of {@link Link}: the attributes of `<a>`, and these. */
export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** An address inside the product, e.g. `/admin/users?page=2`. */
  to: string;
  /** Replaces the current entry of the history. */
  replace?: boolean;
  /** The state of the new entry. */
  state?: object;
  ref?: Ref<HTMLAnchorElement>;
}

/**
 * A link inside the product. React Router's own includes code for servers, for prefetching and for forms: a twentieth
 * of the first load, none of it used here.
 */
export function Link({ to, replace, state, onClick, target, children, ...attributes }: LinkProps) {
  const go = useLinkClickHandler(to, { replace, state, target });
  function press(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (!event.defaultPrevented) go(event);
  }
  return (
    <a {...attributes} href={useHref(to)} target={target} onClick={press}>
      {children}
    </a>
  );
}
