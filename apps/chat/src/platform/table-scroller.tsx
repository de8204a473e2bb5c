import type { ComponentProps } from 'react';

/**
 * The scroll container of a table, so that the page never scrolls sideways. Focusable, so that the keyboard can scroll
 * it; a group, because each section would be a landmark.
 */
export function TableScroller(
  props: Pick<ComponentProps<'div'>, 'className' | 'dir' | 'children'>,
) {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- scrollable content must be focusable
  return <div role="group" aria-label="Table" tabIndex={0} {...props} />;
}
