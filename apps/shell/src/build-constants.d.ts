/** Versions of the shared modules that this build provides, by name; from the federation preset. */
declare const __PROVIDED_VERSIONS__: Readonly<Record<string, string>>;
