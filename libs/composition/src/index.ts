/** The contract between the shell and its remotes: what is composed, how, and what they share of the page. */
export * from './product';
export * from './router';
export * from './environment/environment-schema';
export * from './environment/environment-context';
export * from './manifest/contributions-schema';
export * from './manifest/manifest-schema';
export * from './manifest/requirements';
export * from './manifest/resolve-remotes';
export * from './remote-module';
export * from './telemetry';
export * from './composition/composition';
export * from './composition/remote-state';
export * from './composition/composition-context';
export * from './chrome/hold-navigation';
export * from './chrome/slots';
export * from './chrome/use-document-title';
