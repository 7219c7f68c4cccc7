/**
 * Position of this browser's last change in the log of the database. It is sent with each request, so that a report that
 * a replica serves has that change. It is shared with other windows, and survives a reload.
 */
import { writtenHeader } from '../../contract/headers.ts';
import { readKey, removeKey, writeKey } from '../session/storage.ts';

/** Longer than a replica in use may be behind. */
const validMs = 10 * 60_000;

/** @param header reads a header of the response */
export function rememberChange(header: (name: string) => string | null): void {
  const position = header(writtenHeader);
  // Positions are ordered like texts; responses may arrive in another order than the changes were made.
  if (position !== null && position > (lastChange() ?? ''))
    writeKey('lastChange', `${position} ${Date.now()}`);
}

export function changeHeader(): Record<string, string> {
  const position = lastChange();
  return position === null ? {} : { [writtenHeader]: position };
}

/** Null when it was long ago. */
function lastChange(): string | null {
  const [position = '', at] = (readKey('lastChange') ?? '').split(' ');
  if (position === '') return null;
  if (Math.abs(Date.now() - Number(at)) < validMs) return position;
  removeKey('lastChange');
  return null;
}
