/** Keeps what is typed in the tab for the next sign-in: the end of a session takes the screen away. */
import { useEffect, useState } from 'react';
import { draftsOf, dropUnlessEnded } from './drafts.ts';

/**
 * The value that the form was left with, when it is opened.
 * @param id unique name of the form
 * @param read returns null for a value that is not usable any more
 */
export function useKept<Value>(id: string, read: (kept: unknown) => Value | null): Value | null {
  const [kept] = useState(() => {
    try {
      return read(JSON.parse(draftsOf(id).kept() ?? 'null'));
    } catch {
      return null;
    }
  });
  return kept;
}

/** @param value null while nothing is typed, or the form is loading */
export function useKeeping(id: string, value: object | string | null): void {
  const [drafts] = useState(() => draftsOf(id));
  const text = value === null ? null : JSON.stringify(value);
  useEffect(() => {
    if (text !== null) drafts.keep(text);
  }, [drafts, text]);
  useEffect(() => () => dropUnlessEnded(drafts), [drafts]);
}

/** True for an object with the fields of the example, each of the same type. */
export function hasShape<Value extends object>(value: unknown, example: Value): value is Value {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map(Object.entries(value));
  return Object.entries(example).every(
    ([name, one]) =>
      typeof fields.get(name) === typeof one &&
      Array.isArray(fields.get(name)) === Array.isArray(one),
  );
}
