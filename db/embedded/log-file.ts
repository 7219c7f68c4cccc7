/** The log of the embedded PostgreSQL: at most two files of a few megabytes. */
import { copyFileSync, existsSync, openSync, renameSync, statSync, truncateSync } from 'node:fs';

export const largestLogBytes = 5_000_000;
const checkEveryMs = 60_000;

const isLarge = (file: string): boolean =>
  existsSync(file) && statSync(file).size > largestLogBytes;

/** Opens the log for a new postmaster, which must append: the file may be truncated while it writes. */
export function openLog(file: string): number {
  if (isLarge(file)) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

/** Keeps the log small while a postmaster writes to it; returns a function that ends this. */
export function keepLogSmall(file: string, warn: (line: string) => void): () => void {
  const check = (): void => {
    try {
      if (!isLarge(file)) return;
      // The postmaster keeps its file open, so the content is moved, not the file.
      copyFileSync(file, `${file}.1`);
      truncateSync(file);
    } catch (error) {
      warn(`The log of PostgreSQL could not be rotated: ${String(error)}`);
    }
  };
  const timer = setInterval(check, checkEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
