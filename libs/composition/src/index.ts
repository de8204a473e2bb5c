/**
 * The contract between the shell and its remotes: the composition, its rules, and everything that they share on the
 * page.
 */
export * from '@homie/store';
export * from './product';
export * from './router';
export * from './environment/environment-schema';
export * from './environment/environment-context';
export * from './environment/reply-notifications';
export * from './environment/time-zone';
export type * from './manifest/contributions-schema';
export {
  manifestSchema,
  releaseSchema,
  type Audience,
  type Manifest,
  type ManifestRemote,
  type Release,
} from './manifest/manifest-schema';
export * from './manifest/parse-manifest';
export { unmetRequirements, type UnmetRequirement } from './manifest/requirements';
export * from './manifest/resolve-remotes';
export * from './remote-module';
export * from './telemetry';
export type * from './composition/addresses';
export * from './composition/composition';
export * from './composition/composition-context';
export * from './chrome/busy';
export * from './chrome/hold-navigation';
export * from './chrome/slots';
export * from './chrome/use-document-title';
