const isWide = process.env['HOMIE_WIDE'] === '1';

/** Returns the sample of a test: few in `npm test`, many in the wide proof, which sets HOMIE_WIDE. */
export function sampleOf<Sample>(few: Sample, many: Sample): Sample {
  return isWide ? many : few;
}
