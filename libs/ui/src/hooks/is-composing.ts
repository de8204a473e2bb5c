/**
 * Returns whether a key event belongs to an input method, e.g. the Enter that confirms a word in Japanese. Safari closes
 * the composition before that event: `isComposing` is false then, and only `keyCode` 229 identifies it.
 * https://bugs.webkit.org/show_bug.cgi?id=165004
 * @param event a `keydown` of the DOM or of React
 */
export function isComposing(event: {
  keyCode: number;
  isComposing?: boolean;
  nativeEvent?: { isComposing: boolean };
}): boolean {
  return (event.nativeEvent ?? event).isComposing === true || event.keyCode === 229;
}
