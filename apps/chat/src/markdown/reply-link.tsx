import { Link, useLocation } from '@homie/composition';
import { createContext, use, type ComponentPropsWithoutRef, type MouseEvent } from 'react';

/** Begins the ids of a reply's notes: a page has many replies, each with a note 1. */
export const NotePrefix = createContext('');

/** The address of a conversation or a record, which the demo cites as a source. */
const SOURCE = /^\/app\?(conversation|record)=([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** A link out of a reply. It opens beside the product and says so, and the page it leads to learns nothing of ours. */
export function ReplyLink({ href = '', title, children }: ComponentPropsWithoutRef<'a'>) {
  if (/^#note-\d+$/.test(href)) return <NoteLink id={href.slice(1)}>{children}</NoteLink>;
  if (/^mailto:/i.test(href))
    return (
      <a href={href} title={title} rel="noopener noreferrer">
        {children}
      </a>
    );
  const [, kind, id] = SOURCE.exec(href) ?? [];
  if (kind === 'record' && id !== undefined) return <RecordLink id={id}>{children}</RecordLink>;
  if (kind !== undefined) return <Link to={href}>{children}</Link>;
  // Sanitising keeps relative addresses. A reply links to nothing else inside the product; the text stays.
  if (!/^https?:/i.test(href)) return children;
  return (
    <a className="out" href={href} title={title} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="hidden"> (opens in a new tab)</span>
    </a>
  );
}

function NoteLink({
  id,
  children,
}: {
  id: string;
  children: ComponentPropsWithoutRef<'a'>['children'];
}) {
  const target = use(NotePrefix) + id;
  function show(event: MouseEvent) {
    const note = document.getElementById(target);
    if (note === null) return;
    // Without the address: going back leads to the conversation before, not to the text before.
    event.preventDefault();
    note.scrollIntoView({ block: 'nearest' });
    note.focus({ preventScroll: true });
  }
  return (
    <a href={`#${target}`} aria-label={`Note ${id.slice('note-'.length)}`} onClick={show}>
      {children}
    </a>
  );
}

/** Opens a record over the conversation that cites it. */
function RecordLink({
  id,
  children,
}: {
  id: string;
  children: ComponentPropsWithoutRef<'a'>['children'];
}) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  query.set('record', id);
  return <Link to={`${pathname}?${query}`}>{children}</Link>;
}
