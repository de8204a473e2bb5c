/** Addresses that stand for themselves. */
const PLAIN =
  /^(\/auth\/v1\/(signup|token|recover|resend|verify|user|logout|health|settings)|\/functions\/v1\/(conversations|security-scan|audit)|\/(healthz|readyz|environment\.json|remotes\.json|_mailbox|_mailbox\.json))$/;

/** Others, by what they have in common: what else stands in them may be somebody's. */
const SHAPES: readonly (readonly [shape: RegExp, template: string])[] = [
  [/^\/auth\/v1\/admin\/users(\/|$)/, '/auth/v1/admin/users'],
  [/^\/auth\/v1\//, '/auth/v1/*'],
  [/^\/rest\/v1\/rpc\//, '/rest/v1/rpc/{function}'],
  [/^\/rest\/v1(\/|$)/, '/rest/v1/{table}'],
  [/^\/storage\/v1\/object\/sign\//, '/storage/v1/object/sign/*'],
  [/^\/storage\/v1\/object\//, '/storage/v1/object/*'],
  [/^\/storage\/v1\//, '/storage/v1/*'],
  [/^\/functions\/v1\//, '/functions/v1/*'],
  [/^\/remotes\//, '/remotes/*'],
  [/^\/assets\//, '/assets/*'],
];

/** What an address is called in logs and metrics: one of a few names, without ids and without anything that was typed. */
export function routeTemplate(pathname: string): string {
  if (PLAIN.test(pathname)) return pathname;
  return SHAPES.find(([shape]) => shape.test(pathname))?.[1] ?? '/{page}';
}
