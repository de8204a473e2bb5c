/** The description of the product, the same in every environment. Its name is defined by the environment. */
export const PRODUCT = {
  tagline: 'Your AI Assistant',
  description: 'AI assistant for property management and support work',
  version: '2.0',
} as const;
