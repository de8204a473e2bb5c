import type { ProviderCapabilities } from './provider.ts';

/** Capabilities of a provider whose input and output are text only. */
export const TEXT_ONLY: ProviderCapabilities = {
  webSearch: false,
  domainFilter: false,
  fileSearch: false,
  fileInput: 'text',
  fileUpload: false,
  resume: false,
};
