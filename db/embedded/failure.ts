// What PostgreSQL wrote when it did not start, as a sentence for the operator.
import { userInfo } from 'node:os';
import type { Cluster } from './cluster.ts';
import { StartupError } from '../start-error.ts';

const closed = /Permission denied|has invalid permissions|has wrong ownership/;

/** Reasons from the log, the most exact first; a mistake in local.conf is a line of its own before the end. */
const reasons = [
  /LOG: +(.+ in file ".+" (?:near )?line \d+.*)/,
  /LOG: +(could not open configuration file .+)/,
  /(?:FATAL|PANIC): +(.+)/,
  // Before PostgreSQL can log; the first line says only that it could not.
  /^but (could not .+)/m,
  /^postgres: (.+)/m,
];

/**
 * @param reported what it has logged since it was started
 * @param end how its process ended
 */
export function explainEnd(cluster: Cluster, reported: string, end: string): Error {
  const { folder, logFile } = cluster;
  if (reported.includes('No space left on device')) {
    return Object.assign(new Error(`no space left for ${folder}`), { code: 'ENOSPC' });
  }
  const found = reasons.map((pattern) => pattern.exec(reported)?.[1]);
  const reason = found.find((text) => text !== undefined);
  const closedFile = closedError(cluster, reason ?? '');
  if (closedFile !== null) return closedFile;
  const advice =
    reason === undefined || reason.endsWith('No such file or directory')
      ? ': if its files are damaged or were not all copied, restore a backup'
      : '';
  return new StartupError(
    `PostgreSQL did not start on ${folder} (${reason ?? `${end}, without a reason`})${advice} (more in ${logFile}).`,
  );
}

/** Null when the reason is another than files that PostgreSQL may not open. */
export function closedError({ folder, user }: Cluster, reason: string): StartupError | null {
  if (!closed.test(reason)) return null;
  const name = user?.name ?? nameOfSelf();
  return new StartupError(
    `PostgreSQL runs as user ${name} and may not use its files in ${folder} (${reason}), which happens when another user has copied them: run "chown -R ${name} '${folder}'" and "chmod -R u=rwX,go= '${folder}'" as root, and start again.`,
  );
}

function nameOfSelf(): string {
  try {
    return userInfo().username;
  } catch {
    // A user without an entry in /etc/passwd, as in some containers.
    return String(process.getuid?.());
  }
}
