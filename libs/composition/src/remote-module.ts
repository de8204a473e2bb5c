import type { ComponentType } from 'react';

/** The module that a remote exposes as `./routes`: its screens, rendered below the address that the shell assigns. */
export interface RemoteModule {
  default: ComponentType;
}

/** Returns the name of the user timing measure for the load time of a remote. https://www.w3.org/TR/user-timing/ */
export function loadMeasure(remote: string): string {
  return `remote:${remote}`;
}
