import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { releaseProduct } from '../fixtures/releases.ts';

const chatBuild = path.resolve(import.meta.dirname, '../../apps/chat/dist');

/** Environment variable with the folder that journeys release from: a store, and another build of the chat. */
export const PREPARED_RELEASES = 'HOMIE_TEST_PREPARED_RELEASES';

/** Label of the New Chat button in the original build, and in the other build. */
export const NEW_CHAT = 'New Chat';
export const OTHER_NEW_CHAT = 'Begin a Chat';

/** Returns the folder of the other build of the chat. */
export const otherChat = () => path.join(process.env[PREPARED_RELEASES] ?? '', 'chat');

/** Copies the build of the chat, and changes one visible label in the copy. */
async function copyChat(folder: string) {
  await cp(chatBuild, folder, { recursive: true });
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.js')) continue;
    const file = path.join(folder, name);
    const code = await readFile(file, 'utf8');
    await writeFile(file, code.replaceAll(`\`${NEW_CHAT}\``, `\`${OTHER_NEW_CHAT}\``));
  }
}

/** Global setup: releases the product once into a folder that each worker copies. */
export default async function prepareReleases(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'homie-releases-'));
  await Promise.all([
    releaseProduct(path.join(folder, 'store')),
    copyChat(path.join(folder, 'chat')),
  ]);
  process.env[PREPARED_RELEASES] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
