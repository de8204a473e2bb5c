import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

/** What a link takes beside the attributes of `<a>`. */
export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** An address inside the product, e.g. `/admin/users?page=2`. */
  to: string;
  /** Takes the place of the present entry of the history. */
  replace?: boolean;
  /** Kept with the entry of the history. */
  state?: unknown;
  ref?: Ref<HTMLAnchorElement>;
}

/**
 * A link inside the product. React Router's own brings along what it needs on servers, for
 * prefetching and for forms: a twentieth of the first load, none of it used here.
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
