/** Props of {@link LogoMark}. */
export interface LogoMarkProps {
  /** Height and width in CSS pixels. */
  size?: number;
  /** Draws it in the colour of the text around. */
  mono?: boolean;
}

/**
 * The mark: a conversation (the bubble with its tail) and a companion beside it, overlapping.
 * Decorative; the product's name stands beside it or in the link around it.
 */
export function LogoMark({ size = 28, mono = false }: LogoMarkProps) {
  const green = mono ? 'currentColor' : 'var(--homie-colors-brand-solid)';
  const coral = mono ? 'currentColor' : 'var(--homie-colors-accent-solid)';
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        fill={coral}
        fillOpacity={mono ? 0.55 : 1}
        d="M20.5 8.5a9.5 9.5 0 1 1 0 19 9.5 9.5 0 0 1-2.6-.36A12 12 0 0 0 23.2 9a9.5 9.5 0 0 0-2.7-.5Z"
      />
      <path
        fill={green}
        d="M12 2.5A10.5 10.5 0 0 1 12 23.5c-1.5 0-2.9-.3-4.2-.87L3.6 24.2a1 1 0 0 1-1.3-1.25l1.2-3.7A10.5 10.5 0 0 1 12 2.5Z"
      />
    </svg>
  );
}
