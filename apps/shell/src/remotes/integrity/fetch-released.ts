/**
 * Fetches a file of a release into the browser's cache. A cached response that differs from its hash is replaced:
 * scripts are cached for a year, and a proxy may have altered one.
 * @param integrity hash that the file must have, if it is known
 * @throws Error if it does not arrive as released
 */
export async function fetchReleased(
  address: string,
  integrity: string | undefined,
): Promise<Response> {
  const response = await (integrity
    ? fetch(address, { integrity }).catch(() => fetch(address, { integrity, cache: 'reload' }))
    : fetch(address));
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response;
}

/** Fetches a script, so that it can be imported from the cache. The parameters are those of `fetchReleased`. */
export async function fetchScript(address: string, integrity: string | undefined): Promise<void> {
  const response = await fetchReleased(address, integrity);
  await response.arrayBuffer();
}
