import type { ComponentType } from 'react';

/** What a remote exposes as `./routes`: its screens, rendered below the address that the shell gives it. */
export interface RemoteModule {
  default: ComponentType;
}

/** Under which name the page's user timing keeps how long a remote took to load. https://www.w3.org/TR/user-timing/ */
export function loadMeasure(remote: string): string {
  return `remote:${remote}`;
}
