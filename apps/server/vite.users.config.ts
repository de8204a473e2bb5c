import { defineConfig, mergeConfig } from 'vite';
import main from './vite.config.ts';

/** The operator's command for accounts. */
export default mergeConfig(
  main,
  defineConfig({
    build: {
      ssr: 'src/users.ts',
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'users.js' } },
    },
  }),
);
