/** How far a remote has come on this page. */
export type RemoteState = 'idle' | 'loading' | 'ready' | 'failed';
