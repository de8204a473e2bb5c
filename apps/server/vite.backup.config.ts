import { defineConfig, mergeConfig } from 'vite';
import main from './vite.config.ts';

/** The operator's command for backups. */
export default mergeConfig(
  main,
  defineConfig({
    build: {
      ssr: 'src/backup.ts',
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'backup.js' } },
    },
  }),
);
