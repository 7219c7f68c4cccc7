/** Stores unsaved input for this tab and account, so that it is restored after signing in again. */
import { currentSession } from '../session/session.ts';
import type { Drafts } from './field-saver.ts';

/** @param id unique name of the field */
export function draftsOf(id: string): Drafts {
  // Uses the account that opened the field: its session may have ended by the time a save fails.
  const key = `draft ${currentSession()?.claims.sub ?? ''} ${id}`;
  return {
    kept: () => sessionStorage.getItem(key),
    keep: (text) => sessionStorage.setItem(key, text),
    drop: () => sessionStorage.removeItem(key),
  };
}

/** Drops the input of a form that is left: with a session, it has been saved or discarded. */
export function dropUnlessEnded(drafts: Drafts): void {
  if (currentSession()) drafts.drop();
}

/** True when input of one of these fields was not saved. */
export const hasDraft = (ids: readonly string[]): boolean =>
  ids.some((id) => draftsOf(id).kept() !== null);

/** For secrets: unsaved input stays only in the field. */
export const noDrafts: Drafts = {
  kept: () => null,
  keep: () => undefined,
  drop: () => undefined,
};
