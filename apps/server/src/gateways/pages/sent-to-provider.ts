interface Providers {
  ai?: { kind: string } | undefined;
  embeddings?: object | undefined;
}

/** Returns what leaves the server for an AI provider, whatever the demo mode: a statement about privacy to users. */
export function sentToProvider({ ai = { kind: 'demo' }, embeddings }: Providers = {}):
  'nothing' | 'search' | 'conversations' {
  if (ai.kind !== 'demo') return 'conversations';
  return embeddings ? 'search' : 'nothing';
}
