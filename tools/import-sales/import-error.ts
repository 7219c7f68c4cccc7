/** What keeps an import from starting and the person at the keyboard can mend; the message is all they see. */
export class ImportError extends Error {
  override name = 'ImportProblem';
}
