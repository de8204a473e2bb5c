import { createStore } from '@homie/store';

/** Delays between two probes of a server that does not respond, in milliseconds; the last one repeats. */
const PROBE_DELAYS_MS = [1_000, 2_000, 4_000, 8_000] as const;

/** The availability of the server, as far as the calls of this page show it. */
export interface ServerStatus {
  /** False once a call and a probe after it got no response, until a later request gets one. */
  isReachable: () => boolean;
  /** Reports the status of a response, or 0 for none. `probe` resolves with whether the server responds. */
  report: (status: number, probe: () => Promise<boolean>) => void;
  /** Calls back when the server stops or starts responding. Returns an unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
}

/** A gateway in front of a server that is down answers with one of these. */
const isAnswer = (status: number) => status !== 0 && ![502, 503, 504].includes(status);

/**
 * Tracks whether the server responds. One failed call proves nothing, so a probe confirms it. While the server is down,
 * it is probed with backoff, and immediately when the page gets the focus or the network.
 */
export function createServerStatus(delays: readonly number[] = PROBE_DELAYS_MS): ServerStatus {
  const reachable = createStore(true);
  let probing = false;
  let wake = () => {};

  /** Waits for the delay, the focus or the network, whichever is first. */
  function wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => wake(), milliseconds);
      wake = () => {
        clearTimeout(timer);
        globalThis.removeEventListener?.('focus', wake);
        globalThis.removeEventListener?.('online', wake);
        resolve();
      };
      globalThis.addEventListener?.('focus', wake);
      globalThis.addEventListener?.('online', wake);
    });
  }

  async function confirm(probe: () => Promise<boolean>) {
    if (probing) return;
    probing = true;
    const answers = () => probe().catch(() => false);
    try {
      // Offline, the browser itself knows when to try again.
      if (!(await answers()) && globalThis.navigator?.onLine !== false) reachable.setState(false);
      for (let attempt = 0; !status.isReachable(); attempt += 1) {
        await wait(delays[attempt] ?? delays.at(-1) ?? 0);
        // Another call may have received a response in the meantime.
        if (!status.isReachable() && (await answers())) reachable.setState(true);
      }
    } finally {
      probing = false;
    }
  }

  const status: ServerStatus = {
    isReachable: reachable.getState,
    report(status, probe) {
      if (!isAnswer(status)) return void confirm(probe);
      reachable.setState(true);
      wake();
    },
    subscribe: reachable.subscribe,
  };
  return status;
}

/** The status of the page's one server. */
export const serverStatus: ServerStatus = createServerStatus();
