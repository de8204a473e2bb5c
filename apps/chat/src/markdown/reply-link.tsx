import { Link } from '@homie/composition';
import { createContext, use, type ComponentPropsWithoutRef, type MouseEvent } from 'react';
import { SourceLink } from '../platform/source-link';

/** The prefix of the ids of a reply's notes: a page has many replies, each with a note 1. */
export const NotePrefix = createContext('');

/** The path of a conversation, a message of it, a passage of a document or a file, which replies cite as a source. */
const SOURCE =
  /^\/app\?(?:(conversation|document)=[\da-f-]{36}(?:&passage=\d+|&message=[\da-f-]{36})?|(file)=[\da-f-]{36}\/[\da-f-]{36}(?:&place=[\w%.-]+)?)$/;

/** A link in a reply. A web link opens in a new tab and announces that; the target page gets no referrer. */
export function ReplyLink({ href = '', title, children }: ComponentPropsWithoutRef<'a'>) {
  if (/^#note-\d+$/.test(href)) return <NoteLink id={href.slice(1)}>{children}</NoteLink>;
  if (/^mailto:/i.test(href))
    return (
      <a href={href} title={title} rel="noopener noreferrer">
        {children}
      </a>
    );
  const [source, kind = source] = SOURCE.exec(href) ?? [];
  if (kind === 'conversation') return <Link to={href}>{children}</Link>;
  if (kind !== undefined) return <SourceLink href={href}>{children}</SourceLink>;
  // Sanitising allows relative URLs. A reply may not link to other pages of the product: only the text is rendered.
  if (!/^https?:/i.test(href)) return <span>{children}</span>;
  return (
    <a className="out" href={href} title={title} target="_blank" rel="noopener noreferrer">
      <span>{children}</span>
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
    // Does not change the URL: going back leads to the previous conversation, not to the previous position.
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
