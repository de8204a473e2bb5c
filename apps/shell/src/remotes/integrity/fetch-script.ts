/**
 * Fetches a script into the browser's cache.
 * @param integrity hash that the script must have, if it is known
 * @throws Error if it does not arrive as released
 */
export async function fetchScript(address: string, integrity: string | undefined): Promise<void> {
  const response = await fetch(address, integrity ? { integrity } : {});
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  await response.arrayBuffer();
}
