import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { STRICT_RULES, type EnvironmentRules } from '../gateways/pages/environment-rules.ts';
import { createStaticGateway, type CountViolations } from '../gateways/pages/static-gateway.ts';

/** The page of the shell. */
export const PAGE =
  '<!doctype html><head><script src="/theme.js"></script><script type="module" src="/main.js"></script></head>';
/** Path and contents of the release of the chat. */
export const FOLDER = '/remotes/chat/2.0.0-0123abcd';
export const ENTRY = `${FOLDER}/remoteEntry-x.js`;
export const scripts = {
  'remoteEntry-x.js': 'export {}',
  'assets/part-y.js': 'export const y = 1',
};

export const sha256 = (text: string) =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** Returns the list of a release's hashes as text. */
export function formatHashes(files: Record<string, string>): string {
  const hashes = Object.entries(files).map(([file, text]) => [file, sha256(text)]);
  return JSON.stringify({ schemaVersion: 2, files: Object.fromEntries(hashes) });
}

type StaticGateway = ReturnType<typeof createStaticGateway>;

/** The served folders: a shell, a release of the chat, and no manifest yet. */
export class StaticSite {
  readonly folder: string;
  readonly log: string[] = [];
  constructor(folder: string) {
    this.folder = folder;
  }

  static async make(): Promise<StaticSite> {
    const site = new StaticSite(await mkdtemp(join(tmpdir(), 'homie-pages-')));
    await mkdir(join(site.folder, 'shell'));
    await writeFile(join(site.folder, 'shell/index.html'), '<!doctype html><title>landing</title>');
    await writeFile(join(site.folder, 'shell/app.html'), PAGE);
    await site.release(FOLDER, formatHashes(scripts));
    return site;
  }

  async release(path: string, list: string): Promise<void> {
    await mkdir(join(this.folder, path), { recursive: true });
    await writeFile(join(this.folder, path, 'integrity.json'), list);
  }

  /** Writes the manifest with these remotes, as text if a test needs more than JSON supports. */
  compose(remotes: Record<string, unknown> | string): Promise<void> {
    return writeFile(
      join(this.folder, 'remotes.json'),
      `{"schemaVersion":1,"revision":1,"remotes":${typeof remotes === 'string' ? remotes : JSON.stringify(remotes)}}`,
    );
  }

  /** @param count receives the violations that pages report */
  gateway(
    rules: Partial<EnvironmentRules> = {},
    count?: CountViolations,
    siteUrl?: string,
  ): StaticGateway {
    return createStaticGateway(
      {
        shellDir: join(this.folder, 'shell'),
        remotesDir: join(this.folder, 'remotes'),
        manifestFile: join(this.folder, 'remotes.json'),
        environmentsDir: join(this.folder, 'environments'),
        rules: { ...STRICT_RULES, ...rules },
      },
      { productName: 'Second Homie' },
      {
        log: (line) => this.log.push(line),
        ...(count && { count }),
        ...(siteUrl !== undefined && { siteUrl }),
      },
    );
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

/** Opens a page and reads its import map and the script sources of its policy. */
export async function open(answer: StaticGateway, address = '/app') {
  const response = await answer(
    new Request(`http://site.example${address}`, { headers: { accept: 'text/html' } }),
  );
  const html = await response.text();
  const [, text = ''] = /<script type="importmap">(.*?)<\/script>/.exec(html) ?? [];
  const map: { integrity?: Record<string, string> } = text ? JSON.parse(text) : {};
  // The hashes of releases: the page's own probe matches no file.
  const { '/integrity-probe.js': _probe, ...integrity } = map.integrity ?? {};
  const policy = response.headers.get('content-security-policy') ?? '';
  const scriptSources = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ');
  return { response, html, text, integrity, scriptSources };
}

/** Starts another server, as a foreign origin, and records the requested paths. */
export async function startOther(answer: RequestListener) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
