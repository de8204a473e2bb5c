import type { ServerOptions } from '../../server-options.ts';

/** Returns what leaves the server for an AI provider, whatever the demo mode: a statement about privacy to users. */
export function sentToProvider({
  ai = { kind: 'demo' },
  embeddings,
}: NonNullable<ServerOptions['functionSettings']> = {}): 'nothing' | 'search' | 'conversations' {
  if (ai.kind !== 'demo') return 'conversations';
  return embeddings ? 'search' : 'nothing';
}
