import { Link, useLocation } from '@homie/composition';
import type { ComponentProps } from 'react';

interface SourceLinkProps extends Omit<ComponentProps<typeof Link>, 'to'> {
  /** `/app?document={version}&passage={position}` or `/app?file={conversation}/{file}&place={position}`. */
  href: string;
}

/** The parameters of the address that name a cited source. */
export const SOURCE_PARAMETERS = ['document', 'passage', 'file', 'place'] as const;

/** Opens a document next to the conversation that cites it, or a file of the conversation. */
export function SourceLink({ href, ...rest }: SourceLinkProps) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const source = new URLSearchParams(href.split('?')[1]);
  // In the copy of a conversation that was handed over, its files are listed, but are not at this address.
  if (source.has('file') && !query.has('conversation')) return <span>{rest.children}</span>;
  // With a source open, the next one replaces it: Back closes the panel.
  const isOpen = query.has('document') || query.has('file');
  for (const name of SOURCE_PARAMETERS) query.delete(name);
  for (const [name, value] of source) query.set(name, value);
  return <Link to={`${pathname}?${query}`} replace={isOpen} {...rest} />;
}
