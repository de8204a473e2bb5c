import { expect, test } from 'vitest';
import { routeTemplate } from './route-template.ts';

test.each([
  ['/auth/v1/token', '/auth/v1/token'],
  ['/auth/v1/admin/users/3f0c8a52-0000-4000-8000-000000000001', '/auth/v1/admin/users'],
  ['/auth/v1/somebody@example.org', '/auth/v1/*'],
  ['/rest/v1/conversations', '/rest/v1/{table}'],
  ['/rest/v1/somebody@example.org', '/rest/v1/{table}'],
  ['/rest/v1/rpc/is_admin', '/rest/v1/rpc/{function}'],
  ['/storage/v1/object/attachments/3f0c/file', '/storage/v1/object/*'],
  ['/functions/v1/conversations', '/functions/v1/conversations'],
  ['/functions/v1/anything', '/functions/v1/*'],
  ['/scim/v2/Users/3f0c8a52-0000-4000-8000-000000000001', '/scim/v2/Users'],
  ['/scim/v2/Groups', '/scim/v2/Groups'],
  ['/scim/v2/somebody@example.org', '/scim/v2/*'],
  ['/app/c/3f0c8a52-0000-4000-8000-000000000001', '/{page}'],
  ['/healthz', '/healthz'],
])('%s has the template %s', (pathname, template) => {
  expect(routeTemplate(pathname)).toBe(template);
});
