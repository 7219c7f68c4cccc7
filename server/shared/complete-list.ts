import { type ListName, mostListed } from '../../rules/owners/list-limits.ts';
import { listMessages } from '../../rules/messages.ts';
import { HttpError } from './errors.ts';

/** Returns the rows of a list that is complete. Throws 422 when there are more than it may have. */
export function completeList<T>(name: ListName, rows: T[]): T[] {
  const most = mostListed[name];
  if (rows.length > most) throw new HttpError(422, listMessages[name](most));
  return rows;
}
