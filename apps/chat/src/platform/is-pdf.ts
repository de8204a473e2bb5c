/** Returns whether a file is a PDF, by its name. */
export function isPdf(name: string | null | undefined): boolean {
  return /\.pdf$/i.test(name ?? '');
}
