/** Props of {@link LogoMark}. */
export interface LogoMarkProps {
  /** Height and width in CSS pixels. */
  size?: number;
}

/**
 * The mark: a conversation (the bubble with its tail) and a companion next to it, overlapping.
 * Decorative; the product's name is next to it or in the link around it.
 */
export function LogoMark({ size = 28 }: LogoMarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        fill="var(--homie-colors-accent-solid)"
        d="M23.98 13.64A8 8 0 1 1 14.72 23.39 11.6 11.6 0 0 0 23.98 13.64Z"
      />
      <path
        fill="var(--homie-colors-brand-solid)"
        d="M12.5 2A10 10 0 1 1 7.9 20.88L4 22.2a1 1 0 0 1-1.27-1.26l.89-4.34A10 10 0 0 1 12.5 2Z"
      />
    </svg>
  );
}
