import type { ComponentType } from 'react';

/** What a remote exposes as `./routes`: its screens, rendered below the address that the shell gives it. */
export interface RemoteModule {
  default: ComponentType;
}
