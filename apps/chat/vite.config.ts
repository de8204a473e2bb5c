import path from 'node:path';
import { remoteConfig } from '../../.config/vite.ts';

export default remoteConfig('chat', {
  // The first prefix that matches counts.
  screens: {
    '/app?conversation=': 'src/screen/open-conversation.tsx',
    '/app': 'src/features/new-conversation/assistant-choice.tsx',
  },
  prerendered: {
    '/app?conversation=': {
      render: path.join(import.meta.dirname, '../../.config/render-conversation.tsx'),
      css: path.join(import.meta.dirname, 'prerendered/conversation.css'),
      script: path.join(import.meta.dirname, 'prerendered/conversation.js'),
      headScript: path.join(import.meta.dirname, 'prerendered/read-stored-screen.js'),
    },
  },
});
