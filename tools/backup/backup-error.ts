/** Error of a backup or restore that the user can fix; only its message is shown. */
export class BackupError extends Error {
  override name = 'BackupError';
}
