import type { ResolvedRemote } from './manifest/resolve-remotes';

/** Which release it was, as far as one was chosen, and how long it took. */
interface Loading {
  remote: string;
  version: string;
  source: ResolvedRemote['source'] | 'none';
  milliseconds: number;
}

/** Something that happened to a remote, for whoever listens. No person's data is in it. */
export type TelemetryEvent =
  | ({ type: 'remote-loaded' } & Loading)
  | { type: 'remote-retried'; remote: string; reason: RemoteFailureReason }
  | ({ type: 'remote-failed'; reason: RemoteFailureReason; detail: string } & Loading)
  | { type: 'manifest-fallback'; detail: string }
  | { type: 'address-refused'; remote: string; path: string; owner: string | null };

/** Why a remote could not be shown. */
export type RemoteFailureReason =
  | 'manifest' // the list of parts could not be read
  | 'unknown' // the list does not name the part
  | 'incompatible' // no release fits the page's libraries
  | 'origin' // it lies where the environment allows none
  | 'unverified' // nobody says what its scripts have to be
  | 'slow' // it did not arrive in time
  | 'network' // it could not be fetched or evaluated
  | 'missing' // a script of it is not where the release says
  | 'crashed'; // it threw while it was drawn

/** Takes telemetry events; must not throw. */
export type TelemetryListener = (event: TelemetryEvent) => void;
