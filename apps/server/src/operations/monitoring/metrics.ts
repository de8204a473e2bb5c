import { createServer } from 'node:http';
import { once } from 'node:events';
import type { Database } from '../../data/database/index.ts';
import type { Outbox } from '../../mail/outbox.ts';
import type { OnRequest } from './request-log.ts';

/** Address of the metrics, separate from the site. */
export interface MetricsAddress {
  host: string;
  /** 0 for any unused one. */
  port: number;
}

/** Counters of this process, in Prometheus' format. */
export interface Metrics {
  request: OnRequest;
  /** Counts a reply as active until `ended` resolves. */
  reply(ended: Promise<unknown>): void;
  /** Reports how many connections to the database are in use. */
  watchDatabase(use: Database['use']): void;
  /** Reports how many mails are not delivered. */
  watchMails(count: Outbox['count']): void;
  /**
   * Serves `/metrics`.
   * @returns its port, and a function that closes it
   */
  listen(address: MetricsAddress): Promise<{ port: number; close: () => Promise<void> }>;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates the metrics, and loads their library only if metrics are enabled. */
export async function createMetrics(): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } =
    await import('prom-client');
  const register = new Registry();
  collectDefaultMetrics({ register });
  const requests = new Counter({
    name: 'homie_http_requests_total',
    help: 'Requests answered, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [register],
  });
  const durations = new Histogram({
    name: 'homie_http_request_duration_seconds',
    help: 'Time until an answer began, by route',
    labelNames: ['route'],
    buckets: SECONDS,
    registers: [register],
  });
  const replies = new Gauge({
    name: 'homie_replies_running',
    help: 'Replies that this process is writing',
    registers: [register],
  });
  return {
    request({ method, route, status, ms }) {
      requests.inc({ method, route, status });
      durations.observe({ route }, ms / 1000);
    },
    reply(ended) {
      replies.inc();
      void ended.finally(() => replies.dec());
    },
    watchDatabase(use) {
      const connections = new Gauge({
        name: 'homie_database_connections',
        help: 'Connections to the database: in use, waited for, and at most',
        labelNames: ['state'],
        registers: [register],
        collect() {
          const { inUse, waiting, max } = use();
          connections.set({ state: 'waiting' }, waiting);
          connections.set({ state: 'in_use' }, inUse);
          connections.set({ state: 'max' }, max);
        },
      });
    },
    watchMails(count) {
      // Without a database there are no counts; the other metrics still are.
      const countIfPossible = () => count().catch(() => undefined);
      const oldest = new Gauge({
        name: 'homie_mails_oldest_seconds',
        help: 'Age of the oldest mail that waits for its delivery, in all processes on the database',
        registers: [register],
        async collect() {
          const counted = await countIfPossible();
          if (counted) oldest.set(counted.oldestSeconds);
        },
      });
      const mails = new Gauge({
        name: 'homie_mails_undelivered',
        help: 'Mails of all processes on the database: waiting, and given up within the last week',
        labelNames: ['state'],
        registers: [register],
        async collect() {
          const counted = await countIfPossible();
          if (!counted) return;
          mails.set({ state: 'waiting' }, counted.waiting);
          mails.set({ state: 'failed' }, counted.failed);
        },
      });
    },
    async listen({ host, port }) {
      const server = createServer((request, response) => {
        if (request.url !== '/metrics' || request.method !== 'GET') {
          response.writeHead(404).end();
          return;
        }
        register.metrics().then(
          (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
          () => response.writeHead(500).end(),
        );
      });
      server.listen(port, host);
      await once(server, 'listening');
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('no network address');
      return {
        port: address.port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      };
    },
  };
}
