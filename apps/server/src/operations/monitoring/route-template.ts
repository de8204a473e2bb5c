/** Addresses that are logged verbatim. */
const PLAIN =
  /^(\/auth\/v1\/(signup|token|authorize|recover|resend|verify|user|logout|health|settings)|\/functions\/v1\/(conversations|security-scan|audit)|\/(healthz|readyz|environment\.json|remotes\.json|_mailbox|_mailbox\.json))$/;

/** All other addresses, by pattern: their variable segments may contain personal data. */
const SHAPES: readonly (readonly [shape: RegExp, template: string])[] = [
  [/^\/auth\/v1\/admin\/users(\/|$)/, '/auth/v1/admin/users'],
  [/^\/auth\/v1\/callback\//, '/auth/v1/callback/{provider}'],
  [/^\/auth\/v1\//, '/auth/v1/*'],
  [/^\/rest\/v1\/rpc\//, '/rest/v1/rpc/{function}'],
  [/^\/rest\/v1(\/|$)/, '/rest/v1/{table}'],
  [/^\/storage\/v1\/object\/sign\//, '/storage/v1/object/sign/*'],
  [/^\/storage\/v1\/object\//, '/storage/v1/object/*'],
  [/^\/storage\/v1\//, '/storage/v1/*'],
  [/^\/functions\/v1\//, '/functions/v1/*'],
  [/^\/scim\/v2\/Users(\/|$)/, '/scim/v2/Users'],
  [/^\/scim\/v2\/Groups(\/|$)/, '/scim/v2/Groups'],
  [/^\/scim\/v2\//, '/scim/v2/*'],
  [/^\/remotes\//, '/remotes/*'],
  [/^\/assets\//, '/assets/*'],
];

/** Returns the name of an address in logs and metrics: one of a few names, without ids and without user input. */
export function routeTemplate(pathname: string): string {
  if (PLAIN.test(pathname)) return pathname;
  return SHAPES.find(([shape]) => shape.test(pathname))?.[1] ?? '/{page}';
}
