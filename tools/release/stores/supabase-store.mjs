import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import WebSocket from 'ws';
import { Failure } from '../failure.mjs';

/** Revisions (who did what when) and bills of materials are stored in a private bucket, next to the public one. */
const RECORDS = /^(environments\/[^/]+\/revisions|sboms)(\/|$)/;
/** @param {string} bucket */
const getRecordsBucket = (bucket) => `${bucket}-records`;

/** @type {Record<string, string>} */
const TYPES = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
/** @param {string} path */
const getContentType = (path) =>
  TYPES[/\.\w+$/.exec(path)?.[0] ?? ''] ?? 'application/octet-stream';

/**
 * Returns the cache lifetime of a file, in seconds. Versions never change; files of environments may at any moment.
 * @param {string} path
 */
const cacheSeconds = (path) => (path.startsWith('environments/') ? '0' : '31536000');

/** Never connects; without one the client does not start on Node 20. */
export const transport = /** @type {import('@supabase/supabase-js').WebSocketLikeConstructor} */ (
  WebSocket
);

/** Maximum number of concurrent uploads. */
const AT_ONCE = 8;
/** Maximum number of names per list request. */
const PAGE = 100;

/**
 * Creates a release store in Supabase Storage, hosted or embedded. `bucket` is public, so that pages load releases from
 * it; `<bucket>-records` is not. Writing to either requires the service key, which the process has in
 * HOMIE_RELEASE_KEY.
 * @param {{ url: string, bucket: string, page?: number }} options `page`: number of names per list request
 * @param {string} [key]
 * @returns {import('./release-store.mjs').ReleaseStore}
 */
export function createSupabaseStore(
  { url, bucket, page = PAGE },
  key = process.env.HOMIE_RELEASE_KEY,
) {
  if (!key)
    throw new Failure(
      `The releases are in ${url}, and there is no key to it.`,
      'Set HOMIE_RELEASE_KEY to the project’s service key (`sb_secret_…`).',
    );
  const { storage } = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport },
  });
  /** @param {string} path */
  const selectBucket = (path) =>
    storage.from(RECORDS.test(path) ? getRecordsBucket(bucket) : bucket);

  /**
   * @param {string} what failed
   * @param {string} path
   * @param {{ message: string }} error
   */
  const wrong = (what, path, { message }) =>
    new Failure(
      `${what} ${path} in ${url}: ${message}`,
      `Are the buckets ${bucket} and ${getRecordsBucket(bucket)} there, and is HOMIE_RELEASE_KEY its service key?`,
    );

  /**
   * @param {string} path
   * @param {Buffer | string} bytes
   * @param {{ upsert?: boolean, type?: string }} [options]
   * @returns {Promise<boolean>} false if the file exists and `upsert` is not set
   */
  async function upload(path, bytes, { upsert = false, type = getContentType(path) } = {}) {
    const { error } = await selectBucket(path).upload(path, Buffer.from(bytes), {
      upsert,
      contentType: type,
      cacheControl: cacheSeconds(path),
    });
    if (!error) return true;
    if (!upsert && isConflict(error)) return false;
    throw wrong('Could not write', path, error);
  }

  /**
   * Creates a file exclusively. Of concurrent uploads of one path, Supabase Storage may accept several; of moves to it,
   * one.
   * @param {string} path
   * @param {Buffer | string} bytes
   * @returns {Promise<boolean>} false if it exists
   */
  async function create(path, bytes) {
    const aside = `${path}.${randomUUID()}`;
    await upload(aside, bytes, { type: getContentType(path) });
    const { error } = await selectBucket(path).move(aside, path);
    if (!error) return true;
    await selectBucket(path).remove([aside]);
    if (isConflict(error)) return false;
    throw wrong('Could not write', path, error);
  }

  /**
   * Lists the paths below a folder, relative to it: of files, and of folders as hosted projects name them.
   * @param {string} folder
   */
  async function entries(folder) {
    const found = [];
    for (;;) {
      const { data, error } = await selectBucket(folder).list(folder, {
        limit: page,
        offset: found.length,
        sortBy: { column: 'name', order: 'asc' },
      });
      if (error) throw wrong('Could not list', folder, error);
      found.push(...data);
      if (data.length < page) break;
    }
    return found.map(({ name, id }) => ({
      // The embedded storage lists every file below, by its whole path.
      name: name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : name,
      isFolder: id === null,
    }));
  }

  /**
   * @param {string} folder
   * @returns {Promise<string[]>}
   */
  async function listAll(folder) {
    const below = await Promise.all(
      (await entries(folder)).map(async ({ name, isFolder }) =>
        isFolder ? (await listAll(`${folder}/${name}`)).map((file) => `${name}/${file}`) : [name],
      ),
    );
    return below.flat();
  }

  return {
    location: `${url} (${bucket})`,

    async read(path) {
      // Not from the public address: a CDN may respond with an older copy.
      const { data, error } = await selectBucket(path).download(path);
      if (!error) return Buffer.from(await data.arrayBuffer());
      if (isMissing(error)) return undefined;
      throw wrong('Could not read', path, error);
    },

    create,
    replace: async (path, bytes) => void (await upload(path, bytes, { upsert: true })),

    async createFolder(folder, files, last) {
      const first = [...files].filter(([file]) => file !== last);
      for (let begin = 0; begin < first.length; begin += AT_ONCE)
        await Promise.all(
          // Files of a former attempt are identical: the folder's name is derived from its content.
          first
            .slice(begin, begin + AT_ONCE)
            .map(([file, bytes]) => upload(`${folder}/${file}`, bytes)),
        );
      return create(`${folder}/${last}`, files.get(last) ?? '');
    },

    list: async (folder) => [
      ...new Set((await entries(folder)).flatMap(({ name }) => name.split('/', 1))),
    ],
    listAll,

    async remove(paths) {
      for (let begin = 0; begin < paths.length; begin += PAGE) {
        const part = paths.slice(begin, begin + PAGE);
        const [first] = part;
        if (first === undefined) return;
        const { error } = await selectBucket(first).remove(part);
        if (error) throw wrong('Could not remove', first, error);
      }
    },

    // It uploads files in one step.
    removeRemains: async () => undefined,

    async prepare() {
      for (const { name, isPublic } of [
        { name: bucket, isPublic: true },
        { name: getRecordsBucket(bucket), isPublic: false },
      ]) {
        const { error } = await storage.createBucket(name, { public: isPublic });
        if (error && !isConflict(error)) throw wrong('Could not create', name, error);
      }
    },

    address: (path) => storage.from(bucket).getPublicUrl(path).data.publicUrl,
  };
}

/**
 * Error that Supabase Storage returns instead of a result.
 * @typedef {{ message: string, status?: number | undefined, statusCode?: string | undefined }} StorageProblem
 */

/** @param {StorageProblem} error */
const getStatus = ({ statusCode, status }) => Number(statusCode ?? status);
/** @param {StorageProblem} error */
const isConflict = (error) =>
  getStatus(error) === 409 || /already exists|duplicate/i.test(error.message);
/** @param {StorageProblem} error */
const isMissing = (error) => getStatus(error) === 404 || /not.?found/i.test(error.message);
