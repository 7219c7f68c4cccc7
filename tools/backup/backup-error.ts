/** What keeps a backup or a restore from being done and the person at the keyboard can mend; the message is all they see. */
export class BackupError extends Error {
  override name = 'BackupProblem';
}
