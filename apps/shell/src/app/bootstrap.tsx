import { getQueryClient } from '@homie/api-client';
import { createAuth, type Auth, type SessionState } from '@homie/auth';
import {
  environmentSchema,
  isTimeZone,
  listenBeforeRouter,
  timeZone,
  type Environment,
} from '@homie/composition';
import { matchRemote } from '@homie/contracts';
import { listenForBack } from '@homie/ui';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { followOffline } from '../offline/follow-offline';
import { readPageIntegrity } from '../remotes/integrity/page-integrity';
import { createFederationRuntime } from '../remotes/loading/federation-runtime';
import { createRemoteLoader } from '../remotes/loading/remote-loader';
import { reportLoads } from '../remotes/loading/report-loads';
import { readManifest } from '../remotes/read-manifest';
import { consumeOverrideLink } from '../remotes/selection/override-storage';
import type { PageContext } from '../remotes/selection/person';
import { selectForPerson } from '../remotes/selection/select-for-person';
import { watchForUpdates } from '../remotes/updates/watch-for-updates';
import { App } from './app';
import type { AuthLink } from './auth-link';
import { followCopies } from './follow-copies';
import { ignoreDroppedFiles } from './ignore-dropped-files';
import { followSignIn } from './signed-in-user';

declare global {
  interface Window {
    /** The response that landing/first-requests.js requested before the app started. */
    firstEnvironment?: Promise<Response>;
  }
}

const ADDRESS = '/environment.json';

/**
 * Reads the configuration of this installation.
 * @param again bypasses the response that the page requested, and the cache
 * @throws Error with the technical detail if it is missing or invalid
 */
async function readEnvironment({ again }: { again: boolean }): Promise<Environment> {
  const response = again
    ? await fetch(ADDRESS, { cache: 'no-store' })
    : await (window.firstEnvironment ?? fetch(ADDRESS));
  if (!response.ok) throw new Error(`${ADDRESS} answered ${response.status}`);
  return environmentSchema.parse(await response.json());
}

/**
 * Clears the cache of a user as soon as another one signs in, whose releases may be others, or the user signs out. After
 * a session that was lost, the same user finds the screen as it was.
 */
function clearOnUserChange(store: Auth['store'], cache: { clear: () => void }): () => void {
  const personOf = ({ session, ended }: SessionState) =>
    session?.user.id ?? (ended?.reason === 'lost' ? ended.userId : undefined);
  return store.subscribe((now, before) => {
    const person = personOf(before);
    if (!person || person === personOf(now)) return;
    cache.clear();
    void import('../offline/stored-revision')
      .then(({ setSlowContact }) => setSlowContact(window.caches, null))
      .catch(() => undefined);
  });
}

/** Shows times in the time zone of the user's profile. */
function followTimeZone(store: Auth['store']): void {
  const apply = ({ session }: SessionState) => {
    const zone = session?.user.user_metadata?.time_zone;
    timeZone.setState(isTimeZone(zone) ? zone : undefined);
  };
  apply(store.getState());
  store.subscribe(apply);
}

/** Starts the product in this page. */
export async function bootstrap(link: AuthLink): Promise<void> {
  const element = document.getElementById('root');
  if (!element) throw new Error('The page has no element #root');
  const root = createRoot(element);
  ignoreDroppedFiles(window);
  listenForBack();
  listenBeforeRouter();
  const overrideLink = consumeOverrideLink();
  let pageStarted: (page: PageContext) => void = () => undefined;
  const page = new Promise<PageContext>((resolve) => (pageStarted = resolve));
  const provided = __PROVIDED_VERSIONS__;
  const integrity = readPageIntegrity(document);
  const remotes = createRemoteLoader({
    runtime: createFederationRuntime(page, integrity),
    readManifest,
    provided,
    forPerson: selectForPerson(page, provided),
    report: reportLoads(page),
  });
  watchForUpdates(remotes, integrity);
  void remotes.start();

  async function start(again: boolean): Promise<void> {
    const fail = (error: unknown, kind: 'unreadable' | 'broken', onRetry: () => void) =>
      import('./start-failure').then(
        ({ StartFailure }) => root.render(<StartFailure {...{ error, kind, onRetry }} />),
        () =>
          document.body.replaceChildren(
            'The app could not start. Check your connection and reload.',
          ),
      );
    try {
      const environment = await readEnvironment({ again }).catch(
        (error: unknown) => void fail(error, 'unreadable', () => void start(true)),
      );
      if (environment) run(environment);
    } catch (error) {
      void fail(error, 'broken', () => window.location.reload());
    }
  }

  function run(environment: Environment): void {
    const auth = createAuth(environment);
    auth.start();
    pageStarted({ environment, auth });
    if (overrideLink !== null && environment.overrides)
      void import('../remotes/selection/override-dialog').then(({ followOverrideLink }) =>
        followOverrideLink({ environment, auth }, overrideLink),
      );
    followTimeZone(auth.store);
    window.addEventListener('focus', () => {
      void import('./renew-profile')
        .then(({ renewProfile }) => renewProfile(auth))
        .catch(() => undefined);
    });
    followSignIn(auth.store);
    clearOnUserChange(auth.store, getQueryClient());
    followCopies(environment, auth.store, getQueryClient());
    followOffline(environment, getQueryClient(), { document, remotes, integrity }).catch(
      () => undefined,
    );
    const remote = matchRemote(window.location.pathname);
    const { status, session } = auth.store.getState();
    const signedOut = status === 'finished' && !session;
    // The code of the screen loads while the session is read; its boundary reports failures.
    if (remote && !signedOut) remotes.load(remote).catch(() => undefined);
    // In slices: in between, the page responds to input and the remote starts, often before the shell is committed.
    startTransition(() => root.render(<App {...{ environment, auth, remotes, link }} />));
  }

  await start(false);
}
