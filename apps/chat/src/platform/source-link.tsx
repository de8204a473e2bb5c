import { Link, useLocation } from '@homie/composition';
import type { ComponentProps } from 'react';

interface SourceLinkProps extends Omit<ComponentProps<typeof Link>, 'to'> {
  /** `/app?document={version}&passage={position}`. */
  href: string;
}

/** Opens a document next to the conversation that cites it. */
export function SourceLink({ href, ...rest }: SourceLinkProps) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  // With a document open, the next one replaces it: Back closes the panel.
  const isOpen = query.has('document');
  for (const name of ['document', 'passage']) query.delete(name);
  for (const [name, value] of new URLSearchParams(href.split('?')[1])) query.set(name, value);
  return <Link to={`${pathname}?${query}`} replace={isOpen} {...rest} />;
}
