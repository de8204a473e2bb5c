import { use } from 'react';
import { Block } from './block';
import type { References } from './references';
import { NotePrefix } from './reply-link';

/** The notes to a reply, under it, in the order in which its words refer to them. */
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
