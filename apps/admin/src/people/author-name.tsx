/** The email of the user who did something. Translators leave it as it is. */
export function AuthorName({
  email,
  absent,
}: {
  email: string | null | undefined;
  absent: string;
}) {
  return email ? <span translate="no">{email}</span> : <span>{absent}</span>;
}
