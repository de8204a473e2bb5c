import type { AdminApi, OwnUser } from '@homie/api-client';

/** The users as a resource. */
export const userResource = {
  name: { one: 'user', many: 'users' },
  api: (admin: AdminApi) => admin.userData,
  recordName: ({ email }: Pick<OwnUser, 'email'>) => email,
};
