/** A name or another text that a user wrote, or an address. Browsers that translate the page leave it as it is. */
export function NameText({ children }: { children: string }) {
  return (
    <span translate="no" title={children}>
      {children}
    </span>
  );
}
