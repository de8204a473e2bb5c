import WebSocket from 'ws';

/** To be called before the first Supabase client is made. */
export function setUpProcess(): void {
  // No library of ours reports home.
  process.env['LITE_TELEMETRY'] = '0';
  process.env['DO_NOT_TRACK'] = '1';
  // supabase-js refuses to start on Node 20, which has none of its own.
  if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket });
}
