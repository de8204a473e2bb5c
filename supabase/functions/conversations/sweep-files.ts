import * as z from 'zod/mini';
import { createProvider } from '../_shared/ai/create-provider.ts';
import { CHECKS } from '../_shared/domain/scan/scan-file.ts';
import { AttachmentStore } from '../_shared/files/attachment-store.ts';
import { ProviderCopies } from '../_shared/files/provider-copies.ts';
import { removeObjects } from '../_shared/files/remove-objects.ts';
import { readData, serviceClient } from '../_shared/http/data-access.ts';
import { serverStorage } from '../_shared/http/file-storage.ts';
import type { ConversationsDependencies } from './dependencies.ts';
import { currentScanner } from '../security-scan/scanner.ts';
import { withDefaults, type ConversationsEnvironment } from './environment.ts';
import { rescanFiles } from './rescan-files.ts';

/**
 * Removes unsent and unreachable files, and empty conversations, and scans files again that an earlier scanner found
 * clean. Called periodically.
 */
export async function sweepFiles(
  environment: ConversationsEnvironment,
  dependencies: Pick<ConversationsDependencies, 'fetch' | 'provider' | 'onError' | 'draining'> = {},
): Promise<void> {
  const settings = withDefaults(environment);
  const service = { ...settings, fetch: dependencies.fetch ?? fetch };
  const client = serviceClient(service);
  const attachments = new AttachmentStore(client, settings);
  await attachments.sweep();
  const stored = serverStorage(service);
  await removeObjects(attachments, stored);
  await readData(client.rpc('sweep_empty_conversations', {}), z.number());
  const { files } = dependencies.provider ?? createProvider(settings.ai, settings);
  if (files) await new ProviderCopies(client, files).removeGone();
  const { onError = () => undefined, draining: signal } = dependencies;
  const scanner = await currentScanner(CHECKS, settings.clamav);
  await rescanFiles(scanner, { service: client, attachments, files: stored, onError, signal });
}
