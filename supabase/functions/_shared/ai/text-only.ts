import type { ProviderCapabilities } from './provider.ts';

/** What a provider can do that takes and gives text alone. */
export const TEXT_ONLY: ProviderCapabilities = {
  webSearch: false,
  domainFilter: false,
  fileSearch: false,
  fileInput: 'text',
  fileUpload: false,
  resume: false,
};
