import * as z from 'zod/mini';
import { DISPLAY_NAME_MAX_LENGTH, PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from './limits.ts';
import { emailSchema } from './email-address.ts';
import { notBlank, plain } from './text.ts';

export { cleanAddress } from './email-address.ts';

const requiredEmailSchema = emailSchema('Email is required');

/** Existing password. Signing in only requires that it is not empty. */
const givenPasswordSchema = z
  .string('Password is required')
  .check(z.minLength(1, 'Password is required'));

const newPasswordSchema = z.string('Password is required').check(
  z.minLength(PASSWORD_MIN_LENGTH, 'Password must be at least 6 characters long.'),
  z.refine(
    (password) => new TextEncoder().encode(password).length <= PASSWORD_MAX_BYTES,
    'Password must be at most 72 bytes long.',
  ),
);

const passwordsMatch = z.refine<{ password: string; confirmPassword: string }>(
  ({ password, confirmPassword }) => password === confirmPassword,
  { path: ['confirmPassword'], error: 'Passwords do not match.' },
);

/** Sign-in form. */
export const signInSchema = z.object({ email: requiredEmailSchema, password: givenPasswordSchema });
export type SignIn = z.infer<typeof signInSchema>;

/** Sign-in form of a user whose identity provider checks the password. */
export const emailOnlySchema = z.object({ email: requiredEmailSchema, password: z.string() });

/** Sign-up form. */
export const signUpSchema = z
  .object({ email: requiredEmailSchema, password: newPasswordSchema, confirmPassword: z.string() })
  .check(passwordsMatch);
export type SignUp = z.infer<typeof signUpSchema>;

/** Form for a new password, to which a reset link leads. */
export const newPasswordFormSchema = z
  .object({ password: newPasswordSchema, confirmPassword: z.string() })
  .check(passwordsMatch);
export type NewPasswordForm = z.infer<typeof newPasswordFormSchema>;

/** Form that accepts an invitation. */
export const acceptInvitationSchema = z
  .object({
    name: z
      .string('Name is required')
      .check(
        z.trim(),
        notBlank('Name is required'),
        z.maxLength(
          DISPLAY_NAME_MAX_LENGTH,
          `The name must be at most ${DISPLAY_NAME_MAX_LENGTH} characters long.`,
        ),
      ),
    password: newPasswordSchema,
    confirmPassword: z.string(),
  })
  .check(passwordsMatch);
export type AcceptInvitation = z.infer<typeof acceptInvitationSchema>;

/** Form for the address of a mail with a link: for a new password, for signing in, or for a new address. */
export const mailRequestSchema = z.object({
  email: emailSchema('Please enter your email address.'),
});
export type MailRequestForm = z.infer<typeof mailRequestSchema>;

const totpCodeSchema = z.string().check(
  z.overwrite((code) => code.replace(/\s/g, '')),
  z.regex(/^\d{6}$/, 'Enter the 6 digits that your app shows.'),
);

/** The code of an authenticator app. */
export const codeSchema = z.object({ factorId: z.string(), code: totpCodeSchema });
export type CodeInput = z.infer<typeof codeSchema>;

/** A recovery code, with or without hyphens. */
export const recoveryCodeSchema = z.object({
  code: z.string().check(z.trim(), notBlank('Enter a recovery code.')),
});
export type RecoveryCode = z.infer<typeof recoveryCodeSchema>;

/** The first code of a new authenticator app. */
export const newFactorSchema = z.object({ code: totpCodeSchema });
export type NewFactor = z.infer<typeof newFactorSchema>;

/** The name of a passkey. */
export const passkeyNameSchema = z.object({
  name: z
    .string()
    .check(z.trim(), notBlank('Enter a name.'), z.maxLength(120, 'Use at most 120 characters.')),
});
export type PasskeyName = z.infer<typeof passkeyNameSchema>;

/** The password of a user who is signed in already. */
export const passwordCheckSchema = z.object({ password: givenPasswordSchema });
export type PasswordCheck = z.infer<typeof passwordCheckSchema>;

/** The name of a user; '' for none. */
export const profileSchema = z.object({
  displayName: z
    .string()
    .check(
      plain,
      z.maxLength(DISPLAY_NAME_MAX_LENGTH, `Use at most ${DISPLAY_NAME_MAX_LENGTH} characters.`),
    ),
});
export type Profile = z.infer<typeof profileSchema>;
