import react from '@vitejs/plugin-react';
import type { PluginOption, UserConfig } from 'vite';
import { host, remote } from './federation.ts';

const build = {
  target: 'es2022',
  modulePreload: { polyfill: false },
  reportCompressedSize: false,
  assetsInlineLimit: 0,
} satisfies UserConfig['build'];

/** Vite configuration of the shell. */
export function shellConfig(...plugins: PluginOption[]): UserConfig {
  return { plugins: [react(), host(), ...plugins], build };
}

/**
 * Vite configuration of a remote.
 * @param name the remote's name in /remotes.json
 * @param port of its dev server
 */
export function remoteConfig({ name, port }: { name: string; port: number }): UserConfig {
  return {
    // Relative addresses: one build runs from any origin and folder, so promoting needs no rebuild.
    base: './',
    plugins: [react(), remote(name)],
    build,
    server: { port, strictPort: true, cors: true, origin: `http://localhost:${port}` },
  };
}
