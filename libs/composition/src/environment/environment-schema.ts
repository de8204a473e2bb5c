import * as z from 'zod/mini';

/** `/environment.json`: what this installation is, read by the shell before anything else. */
export const environmentSchema = z.object({
  productName: z.string().check(z.minLength(1)),
  /** Replies come from the demo provider: the header says so. */
  demoMode: z.boolean(),
  /** Where auth, REST, storage and functions answer; '' is the page's own origin. */
  supabaseUrl: z.string(),
  publishableKey: z.string().check(z.minLength(1)),
  features: z.object({ webResearch: z.boolean() }),
});

export type Environment = z.infer<typeof environmentSchema>;
