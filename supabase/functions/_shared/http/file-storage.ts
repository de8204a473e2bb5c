import { AppError } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readAtMost } from './read-at-most.ts';

interface Service {
  supabaseUrl: string;
  fetch: typeof fetch;
}

interface StorageService extends Service {
  /** The publishable or the secret key. */
  apiKey: string;
  /** Determines the permissions: an access token, or the secret key. */
  token: string;
}

/** Creates a storage client that acts as the server, for files that no caller may write or read. */
export function serverStorage(service: Service & { serviceRoleKey: string }): FileStorage {
  const { supabaseUrl, fetch, serviceRoleKey } = service;
  return new FileStorage({ supabaseUrl, fetch, apiKey: serviceRoleKey, token: serviceRoleKey });
}

/** Creates a storage client that acts as the caller, under the storage's own access rules. */
export function callerStorage(service: Service & { anonKey: string }, token: string): FileStorage {
  const { supabaseUrl, fetch, anonKey } = service;
  return new FileStorage({ supabaseUrl, fetch, apiKey: anonKey, token });
}

const PIECE = 256 * 1024;

/** Adds `duplex` for streaming a request body. The DOM's types do not support such bodies. */
type Init = RequestInit & { duplex?: 'half' };

const linkSchema = z.object({ signedURL: z.string() });
const namesSchema = z.array(z.object({ name: z.string() }));

/** Client of the file storage over HTTP. Paths are `bucket/key`. */
export class FileStorage {
  readonly #service: StorageService;

  constructor(service: StorageService) {
    this.#service = service;
  }

  /** Stores a new file. @throws AppError unavailable, storage_full */
  async put(path: string, bytes: Uint8Array<ArrayBuffer>, type: string): Promise<void> {
    const response = await this.#request(`object/${address(path)}`, {
      method: 'POST',
      headers: { 'Content-Type': type, 'Cache-Control': 'no-store' },
      body: inPieces(bytes),
      duplex: 'half',
    });
    await this.#end(response);
  }

  /**
   * Reads a file of a known size.
   * @returns undefined if there is none that the reader may access, or its size differs
   * @throws AppError unavailable
   */
  async read(path: string, size: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const response = await this.#request(`object/${address(path)}`);
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      if (response.status >= 500) throw new AppError('unavailable');
      return undefined;
    }
    const bytes = new Uint8Array(size);
    let length = 0;
    for await (const chunk of response.body) {
      if (length + chunk.length > size) return undefined;
      bytes.set(chunk, length);
      length += chunk.length;
    }
    return length === size ? bytes : undefined;
  }

  /**
   * Reads a small text file.
   * @returns undefined if there is none that the reader may access
   * @throws AppError payload_too_large, unavailable
   */
  async readText(path: string, maxBytes: number): Promise<string | undefined> {
    const response = await this.#request(`object/${address(path)}`);
    if (response.ok) return new TextDecoder().decode(await readAtMost(response.body, maxBytes));
    await response.body?.cancel();
    if (response.status >= 500) throw new AppError('unavailable');
    return undefined;
  }

  /** Returns the last names of a bucket in descending order. @throws AppError unavailable */
  async lastNames(bucket: string, limit: number): Promise<string[]> {
    const response = await this.#request(`object/list/${encodeURIComponent(bucket)}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        prefix: '',
        limit,
        offset: 0,
        sortBy: { column: 'name', order: 'desc' },
      }),
    });
    if (!response.ok) {
      await this.#end(response);
      return [];
    }
    return namesSchema.parse(await response.json()).map(({ name }) => name);
  }

  /** Removes files of one bucket. Ignores files that no longer exist. @throws AppError unavailable */
  async remove(bucket: string, keys: readonly string[]): Promise<void> {
    const response = await this.#request(`object/${encodeURIComponent(bucket)}`, {
      method: 'DELETE',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ prefixes: keys }),
    });
    await this.#end(response);
  }

  /**
   * Creates a signed URL that downloads a file under a name, without an authorization header.
   * @param seconds lifetime of the URL
   * @returns undefined if there is no such file
   */
  async link(path: string, name: string, seconds: number): Promise<string | undefined> {
    const response = await this.#request(`object/sign/${address(path)}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ expiresIn: seconds }),
    });
    if (!response.ok) {
      await response.body?.cancel();
      if (response.status >= 500) throw new AppError('unavailable');
      return undefined;
    }
    const { signedURL } = linkSchema.parse(await response.json());
    return `${this.#service.supabaseUrl}/storage/v1${signedURL}&download=${encodeURIComponent(name)}`;
  }

  async #end(response: Response): Promise<void> {
    await response.body?.cancel();
    if (!response.ok)
      throw new AppError(response.status === 507 ? 'storage_full' : 'unavailable', undefined, {
        cause: new Error(`The storage answered ${response.status}`),
      });
  }

  async #request(address: string, init: Init = {}): Promise<Response> {
    const { supabaseUrl, apiKey, token, fetch } = this.#service;
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${token}`);
    headers.set('apikey', apiKey);
    try {
      return await fetch(`${supabaseUrl}/storage/v1/${address}`, { ...init, headers });
    } catch (cause) {
      throw new AppError('unavailable', undefined, { cause });
    }
  }
}

/** Streams bytes in chunks without copying them: a body of bytes or a Blob would be a copy. */
function inPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream(
    {
      pull(controller) {
        if (at < bytes.length) controller.enqueue(bytes.subarray(at, (at += PIECE)));
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

function address(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
