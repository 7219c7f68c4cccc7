/**
 * A condition that keeps Barback from starting and that the person at the keyboard can mend.
 * The message is the whole text they will see: what happened and what to do, in one sentence or two.
 */
export class StartupError extends Error {
  override name = 'StartProblem';
}

/** The code of a Node.js or PostgreSQL error ('EACCES', '28P01'), or '' where there is none. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** The text of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
