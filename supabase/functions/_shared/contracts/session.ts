import * as z from 'zod/mini';

/** Session as the authentication service returns it and the browser stores it. Times are in seconds. */
export const sessionSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_at: z.number(),
  expires_in: z.number(),
  token_type: z.string(),
  user: z.looseObject({
    id: z.string(),
    email: z.optional(z.string()),
    factors: z.optional(z.nullable(z.array(z.looseObject({ status: z.optional(z.string()) })))),
    user_metadata: z.optional(
      z.looseObject({
        display_name: z.optional(z.unknown()),
        time_zone: z.optional(z.unknown()),
        notice_confirmed_at: z.optional(z.unknown()),
      }),
    ),
    identities: z.optional(z.nullable(z.array(z.unknown()))),
  }),
});
export type StoredSession = z.infer<typeof sessionSchema>;
