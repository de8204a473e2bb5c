import * as z from 'zod/mini';
import type { NamedRelease } from './read-manifest.ts';

/** Endpoint for violation reports of browsers about the content security policy of a page. */
export const POLICY_REPORTS = '/csp-reports';

/** A release that violated the policy. The shell is the remote `shell`. */
export interface Violation {
  remote: string;
  version: string;
}

/** The releases that the pages consist of. */
interface Releases {
  siteUrl: string;
  shell: string;
  remotes: readonly NamedRelease[];
}

const bodySchema = z.looseObject({ sourceFile: z.optional(z.nullable(z.string())) });
const reportsSchema = z
  .array(z.looseObject({ type: z.string(), body: bodySchema }))
  .check(z.maxLength(100));
const oldReportSchema = z.looseObject({
  'csp-report': z.looseObject({ 'source-file': z.optional(z.nullable(z.string())) }),
});

/**
 * Returns the headers that make browsers report violations.
 * @param policy of the page
 * @source https://www.w3.org/TR/CSP3/#directive-report-to; Firefox and Safari have `report-uri` as well
 */
export function reportingHeaders(policy: string): Record<string, string> {
  return {
    'content-security-policy': `${policy}; report-uri ${POLICY_REPORTS}; report-to csp`,
    'reporting-endpoints': `csp="${POLICY_REPORTS}"`,
  };
}

/**
 * Reads the reports of a browser. Anyone can send reports, so only those about the current releases of the pages are
 * accepted.
 * @param body a list of reports (`application/reports+json`) or one (`application/csp-report`)
 * @returns undefined if it is neither
 */
export function readPolicyReports(body: unknown, releases: Releases): Violation[] | undefined {
  const sources = readSources(body);
  return sources?.flatMap((source) => findRelease(source, releases) ?? []);
}

function readSources(body: unknown): string[] | undefined {
  const reports = reportsSchema.safeParse(body);
  if (reports.success)
    return reports.data
      .filter(({ type }) => type === 'csp-violation')
      .map((report) => report.body.sourceFile ?? '');
  const old = oldReportSchema.safeParse(body);
  return old.success ? [old.data['csp-report']['source-file'] ?? ''] : undefined;
}

/** @param source the address of the script; empty for an inline script */
function findRelease(source: string, { siteUrl, shell, remotes }: Releases): Violation | undefined {
  // Browsers omit the remainder of an extension's address.
  if (source !== '' && !/^https?:/.test(source)) return undefined;
  for (const { entry } of remotes) {
    const folder = new URL('.', new URL(entry, siteUrl)).href;
    const [version, remote] = folder.split('/').slice(0, -1).toReversed();
    if (version && remote && source.startsWith(folder)) return { remote, version };
  }
  return { remote: 'shell', version: shell };
}
