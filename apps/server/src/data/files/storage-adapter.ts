import type { App } from '@supabase/lite';

/** The storage of `@supabase/lite` for the bytes of stored files. */
export type StorageAdapter = NonNullable<App['_storageAdapter']>;
