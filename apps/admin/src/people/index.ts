export { AccountBadge } from './account-badge';
export { EmailText } from './email-text';
export { PickedUsers } from './picked-users';
export { roleName } from './role-name';
