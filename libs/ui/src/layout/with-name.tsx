import { Fragment, type ReactNode } from 'react';

/**
 * Renders a sentence with a name in it: a translation of the page translates the sentence, but not the name.
 * @param text may be the name alone
 */
export function withName(text: string, name: string): ReactNode {
  if (name === '') return text;
  return text.split(name).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <span translate="no">{name}</span>}
      {part !== '' && <span>{part}</span>}
    </Fragment>
  ));
}
