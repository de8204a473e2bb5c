import { Span } from '@homie/ui';
import { EmailText } from '@homie/widgets';
import type { Person } from '../people/person-name';
import { RecordLink } from './record-link';

/** Links to the page of a user by name, with the email below, or by the email alone. */
export function PersonLink({
  id,
  person: { display_name: name, email },
}: {
  id: string;
  person: Person;
}) {
  return (
    <Span display="inline-block" maxWidth="full">
      <RecordLink kind="user" id={id}>
        {name ?? <EmailText email={email} />}
      </RecordLink>
      {name !== null && (
        <Span display="block" fontSize="sm" color="fg.muted">
          <EmailText email={email} />
        </Span>
      )}
    </Span>
  );
}
