/** Error for the user of a command: what failed, why, and how to fix it. */
export class Failure extends Error {
  /**
   * @param {string} what failed, and why
   * @param {string} [remedy] how to fix it, as a sentence
   */
  constructor(what, remedy) {
    super(remedy ? `${what}\n${remedy}` : what);
    this.name = 'Failure';
  }
}
