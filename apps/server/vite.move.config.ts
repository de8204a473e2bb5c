import { defineConfig, mergeConfig } from 'vite';
import main from './vite.config.ts';

/** The operator's command for moving an installation. */
export default mergeConfig(
  main,
  defineConfig({
    build: {
      ssr: 'src/move.ts',
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'move.js' } },
    },
  }),
);
