import { Span } from '@homie/ui';
import { EmailText } from '@homie/widgets';

/** A user by name and email. */
export interface Person {
  email: string;
  /** Null if the user chose none. */
  display_name: string | null;
}

/** Returns the name to show of a user: the one that they chose, else their email. */
export function personName({ display_name: name, email }: Person): string {
  return name ?? email;
}

/** Returns the texts of a user as an option of a combobox. */
export function describePerson({ display_name: name, email }: Person) {
  return name === null ? { text: email } : { text: name, description: email };
}

/** Renders the name of a user with the email below, or the email alone. */
export function PersonName({ person: { display_name: name, email } }: { person: Person }) {
  if (name === null) return <EmailText email={email} />;
  return (
    <span>
      <span translate="no">{name}</span>
      <Span display="block" fontSize="sm" color="fg.muted" fontWeight="normal">
        <EmailText email={email} />
      </Span>
    </span>
  );
}
