import type { FoundUser } from '@homie/contracts';
import { EmailText } from './email-text';
import { PickedRecords } from './picked-records';

interface PickedUsersProps {
  users: readonly FoundUser[];
  onChange: (users: readonly FoundUser[]) => void;
}

/** Renders the people picked for a change, each with a button to remove it. */
export function PickedUsers({ users, onChange }: PickedUsersProps) {
  return (
    <PickedRecords
      label="Selected users"
      records={users}
      nameOf={({ email }) => email}
      onChange={onChange}
    >
      {({ email }) => <EmailText email={email} />}
    </PickedRecords>
  );
}
