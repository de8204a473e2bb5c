/** What the function needs to know of where it runs. */
export interface ScanEnvironment {
  /** Where auth, REST and storage answer. */
  supabaseUrl: string;
  /** The publishable key. */
  anonKey: string;
  /** The secret key: reads files that nobody else may read yet, and writes verdicts. */
  serviceRoleKey: string;
  /** Origins other than the own one whose pages may call. */
  allowedOrigins: readonly string[];
}

/**
 * Reads the environment from variables: SUPABASE_URL, SUPABASE_ANON_KEY, SUPABASE_SERVICE_ROLE_KEY and ALLOWED_ORIGINS
 * (separated by commas).
 * @throws Error naming the variable that is missing
 */
export function readScanEnvironment(
  variables: Record<string, string | undefined>,
): ScanEnvironment {
  const required = (name: string) => {
    const value = variables[name];
    if (!value) throw new Error(`Set ${name} for the security-scan function.`);
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
