import { createClient } from '@supabase/supabase-js';
import WebSocket from 'ws';
import { Failure } from '../failure.mjs';

/** Revisions (who did what when) and bills of materials are stored in a private bucket, next to the public one. */
const RECORDS = /^(environments\/[^/]+\/revisions|sboms)(\/|$)/;
/** @param {string} bucket */
const recordsOf = (bucket) => `${bucket}-records`;

/** @type {Record<string, string>} */
const TYPES = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
/** @param {string} path */
const typeOf = (path) => TYPES[/\.\w+$/.exec(path)?.[0] ?? ''] ?? 'application/octet-stream';

/**
 * Versions never change; what runs where may change at any moment.
 * @param {string} path
 */
const secondsKept = (path) => (path.startsWith('environments/') ? '0' : '31536000');

/** Never connected; without one the client does not begin on Node 20. */
export const transport = /** @type {import('@supabase/supabase-js').WebSocketLikeConstructor} */ (
  WebSocket
);

/** How many files travel at once. */
const AT_ONCE = 8;
/** How many names a list has at most. */
const PAGE = 100;

/**
 * A release store in Supabase Storage, hosted or embedded. `bucket` is public, so that pages load
 * releases from it; `<bucket>-records` is not. Both are written with the service key alone, which
 * the process has in HOMIE_RELEASE_KEY.
 * @param {{ url: string, bucket: string, page?: number }} place `page`: how many names are asked for at once
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
  const bucketOf = (path) => storage.from(RECORDS.test(path) ? recordsOf(bucket) : bucket);

  /**
   * @param {string} what failed
   * @param {string} path
   * @param {{ message: string }} error
   */
  const wrong = (what, path, { message }) =>
    new Failure(
      `${what} ${path} in ${url}: ${message}`,
      `Are the buckets ${bucket} and ${recordsOf(bucket)} there, and is HOMIE_RELEASE_KEY its service key?`,
    );

  /**
   * @param {string} path
   * @param {Buffer | string} bytes
   * @param {boolean} upsert
   * @returns {Promise<boolean>} false when a file is there that was not to be replaced
   */
  async function upload(path, bytes, upsert) {
    const { error } = await bucketOf(path).upload(path, Buffer.from(bytes), {
      upsert,
      contentType: typeOf(path),
      cacheControl: secondsKept(path),
    });
    if (!error) return true;
    if (!upsert && isTaken(error)) return false;
    throw wrong('Could not write', path, error);
  }

  /**
   * Paths below a folder, relative to it: of files, and of folders as hosted projects name them.
   * @param {string} folder
   */
  async function entries(folder) {
    const found = [];
    for (;;) {
      const { data, error } = await bucketOf(folder).list(folder, {
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
    place: `${url} (${bucket})`,

    async read(path) {
      // Not by the public address: a network of caches may answer there with an older copy.
      const { data, error } = await bucketOf(path).download(path);
      if (!error) return Buffer.from(await data.arrayBuffer());
      if (isMissing(error)) return undefined;
      throw wrong('Could not read', path, error);
    },

    create: (path, bytes) => upload(path, bytes, false),
    replace: async (path, bytes) => void (await upload(path, bytes, true)),

    async createFolder(folder, files, last) {
      const first = [...files].filter(([file]) => file !== last);
      for (let begin = 0; begin < first.length; begin += AT_ONCE)
        await Promise.all(
          // What a former attempt has left is the same: the folder's name comes from its content.
          first
            .slice(begin, begin + AT_ONCE)
            .map(([file, bytes]) => upload(`${folder}/${file}`, bytes, false)),
        );
      return upload(`${folder}/${last}`, files.get(last) ?? '', false);
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
        const { error } = await bucketOf(first).remove(part);
        if (error) throw wrong('Could not remove', first, error);
      }
    },

    async prepare() {
      for (const { name, isPublic } of [
        { name: bucket, isPublic: true },
        { name: recordsOf(bucket), isPublic: false },
      ]) {
        const { error } = await storage.createBucket(name, { public: isPublic });
        if (error && !isTaken(error)) throw wrong('Could not create', name, error);
      }
    },

    address: (path) => storage.from(bucket).getPublicUrl(path).data.publicUrl,
  };
}

/**
 * What Supabase Storage answers in place of a result.
 * @typedef {{ message: string, status?: number | undefined, statusCode?: string | undefined }} StorageProblem
 */

/** @param {StorageProblem} error */
const statusOf = ({ statusCode, status }) => Number(statusCode ?? status);
/** @param {StorageProblem} error */
const isTaken = (error) =>
  statusOf(error) === 409 || /already exists|duplicate/i.test(error.message);
/** @param {StorageProblem} error */
const isMissing = (error) => statusOf(error) === 404 || /not.?found/i.test(error.message);
