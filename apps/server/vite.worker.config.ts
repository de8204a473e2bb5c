import { defineConfig, mergeConfig } from 'vite';
import main from './vite.config.ts';

/** The process that reads files, beside the server. */
export default mergeConfig(
  main,
  defineConfig({
    build: {
      ssr: 'src/files/extraction-worker.ts',
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'extraction-worker.js' } },
    },
  }),
);
