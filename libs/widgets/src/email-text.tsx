/** Renders an email address that wraps before its @ if it does not fit into a line. Other names are unchanged. */
export function EmailText({ email }: { email: string }) {
  const [name, ...domain] = email.split(/(?=@)/);
  return (
    <span translate="no">
      {name}
      <wbr />
      {domain}
    </span>
  );
}
