import { Box } from '@homie/ui';
import { encode } from 'uqr';

/** A QR code as an SVG element: the content security policy needs no exception for it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    // Black on white in both themes: scanners expect it.
    <Box asChild boxSize="48" borderRadius="md" flexShrink="0">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role={label && 'img'}
        aria-label={label}
        shapeRendering="crispEdges"
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
    </Box>
  );
}
