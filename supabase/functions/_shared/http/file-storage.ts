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
/** Error of Supabase Storage. Most have the HTTP status 400, and the actual status in the body. */
const problemSchema = z.object({ statusCode: z.coerce.number(), code: z.optional(z.string()) });

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
    await end(response);
  }

  /**
   * Renames a file within its bucket. Of concurrent uploads to one key, Supabase Storage may accept several; of moves
   * to it, one.
   * @throws AppError unavailable, also if the new key exists already
   */
  async move(bucket: string, from: string, to: string): Promise<void> {
    const response = await this.#post('object/move', {
      bucketId: bucket,
      sourceKey: from,
      destinationKey: to,
    });
    await end(response);
  }

  /**
   * Reads a file of a known size.
   * @returns undefined if there is none that the reader may access, or its size differs
   * @throws AppError unavailable
   */
  async read(path: string, size: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const body = await this.#download(path);
    if (body === undefined) return undefined;
    const bytes = new Uint8Array(size);
    let length = 0;
    for await (const chunk of body) {
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
    const body = await this.#download(path);
    return body && new TextDecoder().decode(await readAtMost(body, maxBytes));
  }

  /** Returns the last names of a bucket in descending order. @throws AppError unavailable */
  async lastNames(bucket: string, limit: number): Promise<string[]> {
    const response = await this.#post(`object/list/${encodeURIComponent(bucket)}`, {
      prefix: '',
      limit,
      offset: 0,
      sortBy: { column: 'name', order: 'desc' },
    });
    if (!response.ok) throw (await readProblem(response)).error;
    return (await readJson(response, namesSchema)).map(({ name }) => name);
  }

  /** Removes files of one bucket. Ignores files that no longer exist. @throws AppError unavailable */
  async remove(bucket: string, keys: readonly string[]): Promise<void> {
    const response = await this.#request(`object/${encodeURIComponent(bucket)}`, {
      method: 'DELETE',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ prefixes: keys }),
    });
    await end(response);
  }

  /**
   * Creates a signed URL that downloads a file under a name, without an authorization header.
   * @param seconds lifetime of the URL
   * @returns undefined if there is no such file
   * @throws AppError unavailable
   */
  async link(path: string, name: string, seconds: number): Promise<string | undefined> {
    const response = await this.#post(`object/sign/${address(path)}`, { expiresIn: seconds });
    if (!response.ok) return await noneIfMissing(response);
    const { signedURL } = await readJson(response, linkSchema);
    return `${this.#service.supabaseUrl}/storage/v1${signedURL}&download=${encodeURIComponent(name)}`;
  }

  /** Opens a file. @returns undefined if there is none that the reader may access @throws AppError unavailable */
  async #download(path: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    const response = await this.#request(`object/${address(path)}`);
    return response.ok ? readBody(response) : await noneIfMissing(response);
  }

  #post(address: string, body: object): Promise<Response> {
    return this.#request(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
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

/** Ends a call without a result. @throws AppError unavailable, storage_full */
async function end(response: Response): Promise<void> {
  if (!response.ok) throw (await readProblem(response)).error;
  await response.body?.cancel();
}

/** Returns undefined if the storage has no such file. @throws AppError unavailable: it may have it later */
async function noneIfMissing(response: Response): Promise<undefined> {
  const { status, error } = await readProblem(response);
  if (status !== 404) throw error;
  return undefined;
}

async function readProblem(response: Response): Promise<{ status: number; error: AppError }> {
  const body: unknown = await response.json().catch(() => undefined);
  const { statusCode: status, code } = problemSchema.safeParse(body).data ?? {
    statusCode: response.status,
  };
  // A full disk makes the database of a Supabase project read-only.
  const isFull = status === 507 || code === 'DatabaseReadOnly';
  const cause = new Error(`The storage answered ${response.status}${code ? ` ${code}` : ''}`);
  const error = new AppError(isFull ? 'storage_full' : 'unavailable', undefined, { cause });
  return { status, error };
}

/** Reads a body. @throws AppError unavailable if the connection is lost before its end */
async function* readBody({ body }: Response): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? [];
  } catch (cause) {
    throw new AppError('unavailable', undefined, { cause });
  }
}

async function readJson<Schema extends z.ZodMiniType>(
  response: Response,
  schema: Schema,
): Promise<z.output<Schema>> {
  try {
    return schema.parse(await response.json());
  } catch (cause) {
    throw new AppError('unavailable', undefined, { cause });
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
