import { connect } from 'node:net';

/** Sends a part of a request over a TCP connection and closes it; resolves once it is closed. */
export function cutRequest(
  address: string,
  { headers, body, sent }: { headers: Record<string, string>; body: Buffer; sent: number },
): Promise<void> {
  const { hostname, port, pathname, host } = new URL(address);
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    `Content-Length: ${body.length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(head);
      socket.write(body.subarray(0, sent), () => socket.destroy());
    });
    socket.once('error', reject);
    socket.once('close', () => resolve());
  });
}
