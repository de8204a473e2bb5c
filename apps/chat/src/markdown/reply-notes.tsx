import { use } from 'react';
import { Block } from './block';
import type { References } from './references';
import { NotePrefix } from './reply-link';

/** The footnotes under a reply, in the order of their references. */
export function ReplyNotes({ references }: { references: References }) {
  const prefix = use(NotePrefix);
  if (references.notes.length === 0) return null;
  return (
    <ol className="notes" aria-label="Notes">
      {references.notes.map(({ identifier, children }, index) => (
        <li key={identifier} id={`${prefix}note-${index + 1}`} tabIndex={-1}>
          {children.map((node, position) => (
            <Block key={position} node={node} closed references={references} />
          ))}
        </li>
      ))}
    </ol>
  );
}
