/** A file that is fetched with its hash (`libs/federation-build/src/verified-files.ts`). */
declare module '*?verified' {
  export const address: string;
  export const integrity: string;
}
