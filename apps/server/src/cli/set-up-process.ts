import WebSocket from 'ws';

/** Sets up the process. Must run before the first Supabase client is created. */
export function setUpProcess(): void {
  // Disables the telemetry of all libraries.
  process.env['LITE_TELEMETRY'] = '0';
  process.env['DO_NOT_TRACK'] = '1';
  // supabase-js refuses to start on Node 20, which has no WebSocket.
  if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket });
}
