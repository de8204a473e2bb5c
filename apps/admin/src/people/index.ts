export { PickedUsers } from './picked-users';
export { roleName } from './role-name';
