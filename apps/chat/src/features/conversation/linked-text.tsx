import { VisuallyHidden } from '@homie/ui';

const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]])/;

/** Renders a message verbatim, with its web addresses as links. */
export function LinkedText({ text }: { text: string }) {
  return text.split(ADDRESS).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <a
        key={index}
        href={piece}
        target="_blank"
        rel="noopener noreferrer"
        style={{ textDecoration: 'underline', textUnderlineOffset: '3px' }}
      >
        {piece}
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </a>
    ),
  );
}
