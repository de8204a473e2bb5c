/** What the product says of itself, the same in every environment. Its name is the environment's. */
export const PRODUCT = {
  tagline: 'Your AI Assistant',
  description: 'AI assistant for property management and support work',
  version: '2.0',
} as const;
