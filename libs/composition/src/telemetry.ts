import type { ResolvedRemote } from './manifest/resolve-remotes';

/** The release, if one was selected, and the load time, or the time that a metric has measured. */
interface Loading {
  remote: string;
  version: string;
  source: ResolvedRemote['source'] | 'none';
  milliseconds: number;
}

/** A telemetry event of a remote. It contains no personal data. */
export type TelemetryEvent =
  | ({ type: 'remote-loaded' } & Loading)
  | { type: 'remote-retried'; remote: string; reason: RemoteFailureReason }
  | ({ type: 'remote-failed'; reason: RemoteFailureReason; detail: string } & Loading)
  | ({ type: 'web-vital'; vital: WebVital } & Loading)
  | { type: 'manifest-fallback'; detail: string }
  | { type: 'address-refused'; remote: string; path: string; owner: string | null };

/**
 * A metric of Web Vitals and its rating: when the main content was shown (lcp), how long the slowest input waited for a
 * frame (inp), and how far content moved by itself (cls). https://web.dev/articles/vitals
 */
export type WebVital = `${'lcp' | 'inp' | 'cls'}-${'good' | 'fair' | 'poor'}`;

/** The reason why a remote could not be shown. */
export type RemoteFailureReason =
  | 'manifest' // the list of remotes could not be read
  | 'unknown' // the list does not name the remote
  | 'incompatible' // no release fits the page's libraries
  | 'origin' // the environment does not allow its origin
  | 'unverified' // the hashes of its scripts are unknown
  | 'slow' // it did not load in time
  | 'network' // it could not be fetched or evaluated
  | 'missing' // one of its scripts is not at the address of the release
  | 'crashed'; // it threw while rendering

/** Receives telemetry events; must not throw. */
export type TelemetryListener = (event: TelemetryEvent) => void;
