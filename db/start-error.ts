/**
 * A condition that keeps Barback from starting and that the operator can fix. The message is shown as it is: what
 * happened and what to do, in one or two lines.
 */
export class StartupError extends Error {
  override name = 'StartupError';
}

/** Code of a Node.js or PostgreSQL error ('EACCES', '28P01'), or '' if it has none. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** Message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Readable reason for a file system error. */
export function reasonOf(error: unknown): string {
  const reasons: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOENT: 'the system does not allow a folder there',
    EEXIST: 'a file has this name',
    ENOTDIR: 'a file is in its path',
  };
  return reasons[codeOf(error)] ?? messageOf(error);
}
