import { expect, test } from 'vitest';
import { parseSync } from 'vite';
import { findBareText } from './bare-text.mjs';

/** @param {string} code @returns {string[]} the text that is refused in a file */
const find = (code) =>
  findBareText(parseSync('a.tsx', code).program).map(({ node }) =>
    code.slice(node.start, node.end).replaceAll(/\s+/g, ' ').trim(),
  );

/** A button whose label stood next to its spinner, so that nobody could sign in on a translated page. */
const OLD_BUTTON = `
interface ButtonProps { busy?: boolean; busyLabel?: string; children?: ReactNode }
export function Button({ busy = false, busyLabel, children }: ButtonProps) {
  return (
    <StyledButton>
      {busy && <Spinner size="sm" />}
      {busy && busyLabel ? busyLabel : children}
    </StyledButton>
  );
}`;

test('TRANSLATE-02 finds the label of a button next to its spinner', () => {
  expect(find(OLD_BUTTON)).toEqual(['{busy && busyLabel ? busyLabel : children}']);
});

test.each([
  ['fixed text next to a condition', '<p>{a && <b />} Export</p>', ['Export']],
  ['fixed text as an expression', "<p>{a && <b />}{'Export'}</p>", ["{'Export'}"]],
  ['fixed text next to a list', '<p>Found: {a.map((b) => <i key={b} />)}</p>', ['Found:']],
  ['text that changes', '<p>Page {page} of {pages}</p>', ['Page', '{page}', 'of', '{pages}']],
  ['a template next to an element', '<p><i />{`Page ${page}`}</p>', ['{`Page ${page}`}']],
  ['one branch that is text', "<p><i />{a ? <b /> : 'None'}</p>", ["{a ? <b /> : 'None'}"]],
  ['text behind a condition', "<p><i />{a && 'None'}</p>", ["{a && 'None'}"]],
  ['a call', '<p><i />{format(a)}</p>', ['{format(a)}']],
  ['text in a fragment', '<>{a}</>', ['{a}']],
  [
    'text in a list',
    '<p>{a.map((b) => b.isLink ? <a /> : b.text)}</p>',
    ['{a.map((b) => b.isLink ? <a /> : b.text)}'],
  ],
  ['text in nested elements', '<p><i>{a && <b />}{c}</i></p>', ['{c}']],
])('TRANSLATE-02 refuses %s', (_, jsx, found) => {
  expect(find(`export const A = () => ${jsx};`)).toEqual(found);
});

test.each([
  ['text alone', '<p>{name}</p>'],
  ['one template', '<p>{`Page ${page} of ${pages}`}</p>'],
  ['a choice of texts', "<p>{a ? 'Open' : 'Closed'}</p>"],
  ['fixed text next to elements', '<p>See <a>the guide</a>.</p>'],
  ['text in its own element', '<p>{a && <b />}<span>{c}</span></p>'],
  ['conditions without text', '<p>{a && <b />}{c ? <i /> : null}{d && <u />}</p>'],
  ['a list of elements', '<ul><li />{a.map((b) => <li key={b}>{b}</li>)}</ul>'],
  ['comments and line breaks', '<p>\n  {/* Why. */}\n  {name}\n</p>'],
  ['what is not translated', '<p translate="no">{name}<wbr />{domain}</p>'],
])('TRANSLATE-02 accepts %s', (_, jsx) => {
  expect(find(`export const A = () => ${jsx};`)).toEqual([]);
});

test('TRANSLATE-02 accepts names of elements, and of what is declared as such', () => {
  const code = `
    interface Props { actions?: Elements; children: (id: string) => ReactElement; row: (a: string) => ReactElement }
    function Icon() { return <i />; }
    export function A({ actions, children, row, items }: Props) {
      const icon = actions ? <b /> : <i />;
      const create = () => <u />;
      return <p>{icon}{actions}{children('a')}{create()}{items.map(row)}<Icon /></p>;
    }`;
  expect(find(code)).toEqual([]);
  expect(find(code.replace('actions?: Elements', 'actions?: ReactNode'))).toEqual(['{actions}']);
});
