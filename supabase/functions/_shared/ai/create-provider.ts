import { chatProvider } from './chat-provider.ts';
import { demoProvider } from './demo-provider.ts';
import type { AiProvider } from './provider.ts';
import type { ProviderSettings } from './provider-settings.ts';
import { responsesProvider } from './responses-provider.ts';

/** Creates the provider that the settings specify. */
export function createProvider(
  settings: ProviderSettings,
  { demoDelayMs }: { demoDelayMs: number },
): AiProvider {
  switch (settings.kind) {
    case 'demo':
      return demoProvider({ delayMs: demoDelayMs });
    case 'responses':
      return responsesProvider(settings);
    case 'chat':
      return chatProvider(settings);
  }
}
