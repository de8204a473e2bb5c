import { defineConfig, mergeConfig } from 'vite';
import main from './vite.config.ts';

/** The operator's command for what assistants are to the model. */
export default mergeConfig(
  main,
  defineConfig({
    build: {
      ssr: 'src/profiles.ts',
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'profiles.js' } },
    },
  }),
);
