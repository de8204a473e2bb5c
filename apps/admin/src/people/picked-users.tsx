import { EmailText } from '@homie/widgets';
import type { FoundUser } from '@homie/contracts';
import { personName } from './person-name';
import { PickedRecords } from './picked-records';

interface PickedUsersProps {
  users: readonly FoundUser[];
  onChange: (users: readonly FoundUser[]) => void;
}

/** Renders the people picked for a change, each with a button to remove it. */
export function PickedUsers({ users, onChange }: PickedUsersProps) {
  return (
    <PickedRecords label="Selected users" records={users} nameOf={personName} onChange={onChange}>
      {({ display_name: name, email }) =>
        name === null ? (
          <EmailText email={email} />
        ) : (
          <span translate="no" title={email}>
            {name}
          </span>
        )
      }
    </PickedRecords>
  );
}
