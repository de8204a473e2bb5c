import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * Returns the port of a listening server.
 * @param {Pick<import('node:net').Server, 'address'>} server
 */
export function getPort(server) {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no network address');
  return address.port;
}

/** Finds a port on this computer that nothing listens on. */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const port = getPort(probe);
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Returns whether something listens on a port of this computer. @param {number} port */
export async function isInUse(port) {
  const probe = connect({ host: 'localhost', port });
  const isConnected = await once(probe, 'connect').then(
    () => true,
    () => false,
  );
  probe.destroy();
  return isConnected;
}
