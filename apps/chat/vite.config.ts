import path from 'node:path';
import { remoteConfig } from '../../.config/vite.ts';

export default remoteConfig('chat', {
  alias: {
    'decode-named-character-reference': path.join(
      import.meta.dirname,
      'src/markdown/decode-character-reference.ts',
    ),
  },
  screens: { '/app?conversation=': 'src/screen/open-conversation.tsx' },
});
