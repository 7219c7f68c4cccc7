import { fieldError } from './errors.ts';
import { validIds } from './ids.ts';

/**
 * Returns the start of a page, from the id that a client sends as `before`; undefined for the first page. Throws 400
 * with the message when there is no such row in the client's scope.
 */
export async function requireCursor<Cursor>(
  before: string | undefined,
  find: (id: string) => Promise<Cursor | undefined>,
  message: string,
): Promise<Cursor | undefined> {
  if (before === undefined) return undefined;
  const [id] = validIds([before]);
  const cursor = id === undefined ? undefined : await find(id);
  if (cursor === undefined) throw fieldError({ before: message });
  return cursor;
}
