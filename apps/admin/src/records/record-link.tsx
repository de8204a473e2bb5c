import { Link } from '@homie/composition';
import { TextLink } from '@homie/ui';
import type { ReactNode } from 'react';

/** A record with a page. */
export interface LinkedRecord {
  kind: 'assistant' | 'participant' | 'user';
  id: string;
}

interface RecordLinkProps extends LinkedRecord {
  /** The state of the history entry. */
  state?: object;
  /** The name of the record, which translators leave as it is. */
  children: ReactNode;
}

/** A link to the page of a record. */
export function RecordLink({ kind, id, state, children }: RecordLinkProps) {
  return (
    <TextLink asChild>
      <Link translate="no" to={`/admin/${kind}s/${id}`} state={state}>
        {children}
      </Link>
    </TextLink>
  );
}
