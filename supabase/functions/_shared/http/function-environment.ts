/** Environment that every function needs. */
export interface FunctionEnvironment {
  /** Base URL of auth, REST and storage. */
  supabaseUrl: string;
  /** The publishable key. */
  anonKey: string;
  /** The secret key: acts as the server. */
  serviceRoleKey: string;
  /** Origins in addition to the own one whose pages may call. */
  allowedOrigins: readonly string[];
}

/**
 * Reads the environment of a function from variables: SUPABASE_URL, SUPABASE_ANON_KEY, SUPABASE_SERVICE_ROLE_KEY and
 * ALLOWED_ORIGINS (separated by commas).
 * @throws Error naming the variable that is missing and the function that needs it
 */
export function readFunctionEnvironment(
  functionName: string,
  variables: Readonly<Record<string, string | undefined>>,
): FunctionEnvironment {
  const required = (name: string) => {
    const value = variables[name];
    if (!value) throw new Error(`Set ${name} for the ${functionName} function.`);
    return value;
  };
  return {
    supabaseUrl: required('SUPABASE_URL'),
    anonKey: required('SUPABASE_ANON_KEY'),
    serviceRoleKey: required('SUPABASE_SERVICE_ROLE_KEY'),
    allowedOrigins: (variables['ALLOWED_ORIGINS'] ?? '')
      .split(',')
      .flatMap((origin) => origin.trim() || []),
  };
}
