import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { freePort } from '../http/free-port.ts';
import { copyDataFolder } from './data-folder.ts';

const packageRoot = resolve(import.meta.dirname, '../..');
const program = join(packageRoot, 'dist/homie.js');
const demo = { email: 'office@secondhomie.example', password: 'homie-demo-2026' };

/** A process of the built server. */
export class Process {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
  output = '';
  constructor(environment: Record<string, string>, ...flags: string[]) {
    this.child = spawn(process.execPath, [program, 'start', ...flags], {
      env: { PATH: process.env['PATH'] ?? '', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.ended = once(this.child, 'exit');
  }

  /** Resolves when the process reports that it is ready. */
  async ready(): Promise<void> {
    const ready = async () => {
      while (!this.output.includes('Stop with Ctrl-C'))
        await once(this.child.stdout ?? this.child, 'data');
    };
    await Promise.race([
      ready(),
      this.ended.then(() => {
        throw new Error(`ended early:\n${this.output}`);
      }),
    ]);
  }

  async stop(signal: NodeJS.Signals): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill(signal);
    await this.ended;
    return this.child.exitCode;
  }
}

/** A data folder, a port, and the processes that were started with them. */
export class ProcessFixture {
  readonly folder: string;
  readonly port: number;
  readonly #running: Process[] = [];
  constructor(folder: string, port: number) {
    this.folder = folder;
    this.port = port;
  }

  static async make(): Promise<ProcessFixture> {
    return new ProcessFixture(await mkdtemp(join(tmpdir(), 'homie-process-')), await freePort());
  }

  /** As after a first start. */
  static async makePrepared(): Promise<ProcessFixture> {
    const fixture = await ProcessFixture.make();
    await copyDataFolder(fixture.folder);
    return fixture;
  }

  start(environment: Record<string, string> = {}, ...flags: string[]): Process {
    const settings = { PORT: String(this.port), HOMIE_DATA: this.folder, ...environment };
    const started = new Process(settings, ...flags);
    this.#running.push(started);
    return started;
  }

  async remove(): Promise<void> {
    // Cleanly: a server that is killed does not stop its PostgreSQL.
    for (const one of this.#running) await one.stop('SIGTERM');
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  async isHealthy(): Promise<boolean> {
    return (await fetch(this.url('/healthz'))).status === 200;
  }

  secrets(): Promise<string> {
    return readFile(join(this.folder, 'secrets.json'), 'utf8');
  }

  /**
   * Signs in as the demo user.
   * @returns the headers of its requests
   */
  async session() {
    const { publishableKey } = JSON.parse(await this.secrets()) as { publishableKey: string };
    const response = await fetch(this.url('/auth/v1/token?grant_type=password'), {
      method: 'POST',
      headers: { apikey: publishableKey },
      body: JSON.stringify(demo),
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    return {
      apikey: publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    };
  }
}

/** Builds the server unless the build exists. */
export async function ensureServerBuild(): Promise<void> {
  if (!existsSync(program)) await build({ root: packageRoot, logLevel: 'warn' });
}
