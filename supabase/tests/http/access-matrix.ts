/**
 * Access matrix: the permissions of each kind of user on each table, through the REST interface.
 *
 * The record at stake is always the same: it belongs to, is assigned to or is granted to `worker`.
 *
 *   visitor      no token, only the publishable key
 *   key          the publishable key sent as if it were a token
 *   worker       support worker who is assigned to the participant and may use the assistant
 *   unassigned   support worker without any assignment
 *   other        support worker of another participant, with another assistant
 *   office       office staff
 *   admin        administrator
 *
 *   yes       allowed: the row is returned, or the write is stored
 *   hidden    the row does not exist for this person: no rows, a count of zero, nothing changed
 *   refused   42501: the privilege or the right is missing, and nothing changed
 *   refused   401: the bearer is no token at all
 */
export const accessMatrix = `
record                   | operation    | visitor    | key        | worker     | unassigned | other      | office     | admin
roles                    | select       | refused    | refused    | yes        | yes        | yes        | yes        | yes
roles                    | insert       | refused    | refused    | refused    | refused    | refused    | refused    | refused
roles                    | update       | refused    | refused    | refused    | refused    | refused    | refused    | refused
roles                    | delete       | refused    | refused    | refused    | refused    | refused    | refused    | refused
users                    | select       | refused    | refused    | yes        | hidden     | hidden     | hidden     | yes
users                    | insert       | refused    | refused    | refused    | refused    | refused    | refused    | refused
users                    | update role  | refused    | refused    | refused    | refused    | refused    | refused    | yes
users                    | update email | refused    | refused    | refused    | refused    | refused    | refused    | refused
users                    | delete       | refused    | refused    | refused    | refused    | refused    | refused    | refused
participants             | select       | refused    | refused    | yes        | hidden     | hidden     | hidden     | yes
participants             | insert       | refused    | refused    | refused    | refused    | refused    | refused    | yes
participants             | update       | refused    | refused    | refused    | refused    | refused    | refused    | yes
participants             | delete       | refused    | refused    | refused    | refused    | refused    | refused    | yes
assignments              | select       | refused    | refused    | yes        | hidden     | hidden     | hidden     | yes
assignments              | insert       | refused    | refused    | refused    | refused    | refused    | refused    | yes
assignments              | update       | refused    | refused    | refused    | refused    | refused    | refused    | refused
assignments              | delete       | refused    | refused    | refused    | refused    | refused    | refused    | yes
participant assistant    | select       | refused    | refused    | yes        | hidden     | hidden     | hidden     | yes
participant assistant    | insert       | refused    | refused    | refused    | refused    | refused    | refused    | yes
participant assistant    | update       | refused    | refused    | refused    | refused    | refused    | refused    | yes
participant assistant    | delete       | refused    | refused    | refused    | refused    | refused    | refused    | yes
workers' assistant       | select       | refused    | refused    | yes        | yes        | yes        | hidden     | yes
direct access            | select       | refused    | refused    | yes        | hidden     | hidden     | hidden     | yes
direct access            | insert       | refused    | refused    | refused    | refused    | refused    | refused    | yes
direct access            | update       | refused    | refused    | refused    | refused    | refused    | refused    | yes
direct access            | grant edit   | refused    | refused    | refused    | refused    | refused    | refused    | yes
direct access            | delete       | refused    | refused    | refused    | refused    | refused    | refused    | yes
role access              | select       | refused    | refused    | yes        | yes        | yes        | hidden     | yes
role access              | insert       | refused    | refused    | refused    | refused    | refused    | refused    | yes
role access              | update       | refused    | refused    | refused    | refused    | refused    | refused    | refused
role access              | delete       | refused    | refused    | refused    | refused    | refused    | refused    | yes
conversations            | select       | refused    | refused    | yes        | hidden     | hidden     | hidden     | hidden
conversations            | insert       | refused    | refused    | yes        | refused    | refused    | refused    | yes
conversations of another | insert       | refused    | refused    | refused    | refused    | refused    | refused    | refused
conversations            | update title | refused    | refused    | yes        | hidden     | hidden     | hidden     | hidden
conversations            | update owner | refused    | refused    | refused    | refused    | refused    | refused    | refused
conversations            | update head  | refused    | refused    | refused    | refused    | refused    | refused    | refused
conversations            | delete       | refused    | refused    | yes        | hidden     | hidden     | hidden     | hidden
messages                 | select       | refused    | refused    | yes        | hidden     | hidden     | hidden     | hidden
messages                 | insert       | refused    | refused    | refused    | refused    | refused    | refused    | refused
messages                 | update       | refused    | refused    | refused    | refused    | refused    | refused    | refused
messages                 | move         | refused    | refused    | refused    | refused    | refused    | refused    | refused
messages                 | delete       | refused    | refused    | refused    | refused    | refused    | refused    | refused
attachments              | select       | refused    | refused    | yes        | hidden     | hidden     | hidden     | hidden
attachments              | insert       | refused    | refused    | refused    | refused    | refused    | refused    | refused
attachments              | update       | refused    | refused    | refused    | refused    | refused    | refused    | refused
attachments              | delete       | refused    | refused    | refused    | refused    | refused    | refused    | refused
turns                    | select       | refused    | refused    | yes        | hidden     | hidden     | hidden     | hidden
turns                    | insert       | refused    | refused    | refused    | refused    | refused    | refused    | refused
turns                    | update       | refused    | refused    | refused    | refused    | refused    | refused    | refused
turns                    | delete       | refused    | refused    | refused    | refused    | refused    | refused    | refused
turn events              | select       | refused    | refused    | yes        | hidden     | hidden     | hidden     | hidden
turn events              | insert       | refused    | refused    | refused    | refused    | refused    | refused    | refused
turn events              | update       | refused    | refused    | refused    | refused    | refused    | refused    | refused
turn events              | delete       | refused    | refused    | refused    | refused    | refused    | refused    | refused
profiles                 | select       | refused    | refused    | refused    | refused    | refused    | refused    | refused
profiles                 | insert       | refused    | refused    | refused    | refused    | refused    | refused    | refused
profiles                 | update       | refused    | refused    | refused    | refused    | refused    | refused    | refused
profiles                 | delete       | refused    | refused    | refused    | refused    | refused    | refused    | refused
instruction versions     | select       | refused    | refused    | hidden     | hidden     | hidden     | hidden     | yes
instruction versions     | insert       | refused    | refused    | refused    | refused    | refused    | refused    | refused
instruction versions     | update       | refused    | refused    | refused    | refused    | refused    | refused    | refused
instruction versions     | delete       | refused    | refused    | refused    | refused    | refused    | refused    | refused
documents                | select       | refused    | refused    | yes        | hidden     | hidden     | hidden     | yes
participant's document   | select       | refused    | refused    | yes        | hidden     | hidden     | hidden     | yes
documents                | insert       | refused    | refused    | refused    | refused    | refused    | refused    | refused
documents                | update       | refused    | refused    | refused    | refused    | refused    | refused    | yes
documents                | move         | refused    | refused    | refused    | refused    | refused    | refused    | refused
documents                | delete       | refused    | refused    | refused    | refused    | refused    | refused    | yes
edited document          | insert       | refused    | refused    | refused    | refused    | refused    | refused    | refused
edited document          | update       | refused    | refused    | yes        | refused    | refused    | refused    | yes
edited document          | move         | refused    | refused    | refused    | refused    | refused    | refused    | refused
edited document          | delete       | refused    | refused    | yes        | refused    | refused    | refused    | yes
edited for participant   | update       | refused    | refused    | yes        | refused    | refused    | refused    | yes
edited elsewhere         | update       | refused    | refused    | hidden     | refused    | refused    | refused    | yes
edited elsewhere         | delete       | refused    | refused    | hidden     | refused    | refused    | refused    | yes
unread version           | select       | refused    | refused    | hidden     | hidden     | hidden     | hidden     | yes
edited unread version    | select       | refused    | refused    | yes        | hidden     | hidden     | hidden     | yes
document versions        | select       | refused    | refused    | yes        | hidden     | hidden     | hidden     | yes
document versions        | insert       | refused    | refused    | refused    | refused    | refused    | refused    | refused
document versions        | update       | refused    | refused    | refused    | refused    | refused    | refused    | refused
document versions        | delete       | refused    | refused    | refused    | refused    | refused    | refused    | refused
document chunks          | select       | refused    | refused    | yes        | hidden     | hidden     | hidden     | yes
document chunks          | insert       | refused    | refused    | refused    | refused    | refused    | refused    | refused
document chunks          | update       | refused    | refused    | refused    | refused    | refused    | refused    | refused
document chunks          | delete       | refused    | refused    | refused    | refused    | refused    | refused    | refused
synonyms                 | select       | refused    | refused    | hidden     | hidden     | hidden     | hidden     | yes
synonyms                 | insert       | refused    | refused    | refused    | refused    | refused    | refused    | yes
synonyms                 | update       | refused    | refused    | hidden     | hidden     | hidden     | hidden     | yes
synonyms                 | delete       | refused    | refused    | hidden     | hidden     | hidden     | hidden     | yes
audit logs               | select       | refused    | refused    | hidden     | hidden     | hidden     | hidden     | yes
audit logs               | insert       | refused    | refused    | refused    | refused    | refused    | refused    | refused
audit logs               | update       | refused    | refused    | refused    | refused    | refused    | refused    | refused
audit logs               | delete       | refused    | refused    | refused    | refused    | refused    | refused    | refused
`;
