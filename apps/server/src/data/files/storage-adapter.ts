import type { App } from '@supabase/lite';

/** Where `@supabase/lite` keeps the bytes of stored files. */
export type StorageAdapter = NonNullable<App['_storageAdapter']>;
