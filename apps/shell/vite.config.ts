import { mergeConfig } from 'vite';
import { providedVersions } from '../../.config/federation.ts';
import { landingPage } from '../../.config/landing.ts';
import { shellConfig } from '../../.config/vite.ts';

export default mergeConfig(shellConfig(landingPage()), {
  define: { __PROVIDED_VERSIONS__: JSON.stringify(providedVersions()) },
});
