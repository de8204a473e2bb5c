/** TCP address of a ClamAV daemon (clamd). */
export interface ClamavSettings {
  host: string;
  port: number;
}

const DEFAULT_PORT = 3310;
const MAX_PORT = 65_535;

/**
 * Reads the address of the daemon from variables: CLAMAV_HOST and CLAMAV_PORT.
 * @returns undefined if neither is set: files are then validated by our own checks only
 * @throws Error that says what to set
 */
export function readClamavSettings(
  variables: Readonly<Record<string, string | undefined>>,
): ClamavSettings | undefined {
  const text = (name: string) => variables[name]?.trim() || undefined;
  const host = text('CLAMAV_HOST');
  const port = text('CLAMAV_PORT');
  if (host === undefined) {
    if (port === undefined) return undefined;
    throw new Error('CLAMAV_PORT is set alone: set CLAMAV_HOST too, or neither.');
  }
  if (!isHost(host)) {
    throw new Error(
      'Set CLAMAV_HOST to the name or address of the machine that clamd runs on, like clamav.internal: without a scheme or a port.',
    );
  }
  if (
    port !== undefined &&
    !(/^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) <= MAX_PORT)
  )
    throw new Error('Set CLAMAV_PORT to the port of clamd’s TCPSocket, a number from 1 to 65535.');
  return { host, port: port === undefined ? DEFAULT_PORT : Number(port) };
}

/** Returns true for a host name, or an IPv4 or IPv6 address. */
function isHost(text: string): boolean {
  if (text.includes(':')) return URL.canParse(`http://[${text}]/`);
  return /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(text) && URL.canParse(`http://${text}/`);
}
