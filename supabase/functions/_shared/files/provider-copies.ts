import * as z from 'zod/mini';
import type { ProviderFiles } from '../ai/provider.ts';
import { readData, type DataClient } from '../http/data-access.ts';
import { Turnstile } from '../http/turnstile.ts';
import { isReadable, readStored, type FileAccess, type StoredFile } from './stored-file.ts';

/** Limits of concurrent uploads to the provider: each file is in memory during its upload. */
const COPIED_AT_ONCE = { total: 2, perPerson: 1, waitMs: 60_000 };

const idSchema = z.nullable(z.string());

/** Copies of stored files at the AI provider: created at the first question about a file, removed after the file. */
export class ProviderCopies {
  readonly #service: DataClient;
  readonly #files: ProviderFiles;
  readonly #turnstile = new Turnstile(COPIED_AT_ONCE);

  /** @param service a client that acts as the server */
  constructor(service: DataClient, files: ProviderFiles) {
    this.#service = service;
    this.#files = files;
  }

  /**
   * Returns the ID of a file at the provider. Uploads the file if necessary.
   * @throws if the user may not read the file, or the provider does not accept it
   */
  async ensureUploaded(file: StoredFile & { mime: string }, access: FileAccess): Promise<string> {
    if (!(await isReadable(file, access.data))) throw new Error('A file is out of reach');
    const account = await this.#files.account();
    return this.#turnstile.pass(access.userId, async (enter) => {
      await enter();
      const path = { account, supabase_path: file.supabasePath };
      const known = await readData(this.#service.rpc('find_provider_file', path), idSchema);
      if (known !== null) return known;
      const bytes = await readStored(file, access.ownFiles);
      const { fileId, expiresAt } = await this.#files.upload({ ...file, bytes });
      const copy = { ...path, file_id: fileId, expires_at: expiresAt };
      const holds = await readData(this.#service.rpc('keep_provider_file', copy), z.string());
      // Another process was faster.
      if (holds !== fileId) await this.#files.remove(fileId);
      return holds;
    });
  }

  /** Deletes the records of copies that the provider has lost. The next question about a file uploads it again. */
  async forget(fileIds: readonly string[]): Promise<void> {
    const account = await this.#files.account();
    for (const file_id of fileIds)
      await readData(this.#service.rpc('forget_provider_file', { account, file_id }), z.unknown());
  }

  /** Removes the copies of deleted files. Several runs may overlap; a later one retries failed removals. */
  async removeGone(): Promise<void> {
    const account = await this.#files.account();
    for (;;) {
      const ids = await readData(
        this.#service.rpc('claim_removed_provider_files', { account }),
        z.array(z.string()),
      );
      if (ids.length === 0) return;
      for (const id of ids) {
        await this.#files.remove(id);
        await this.forget([id]);
      }
    }
  }
}
