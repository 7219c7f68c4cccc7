/** What was typed and could not be saved: kept for this tab and this account, so that signing in again finds it. */
import { currentSession } from '../session/session.ts';
import type { FieldRules } from './field-saver.ts';

/** @param id names the field among all */
export function draftsOf(id: string): FieldRules['drafts'] {
  // Of the account that opened the field: its session may have ended by the time a save fails.
  const key = `draft ${currentSession()?.claims.sub ?? ''} ${id}`;
  return {
    kept: () => sessionStorage.getItem(key),
    keep: (text) => sessionStorage.setItem(key, text),
    drop: () => sessionStorage.removeItem(key),
  };
}

/** For secrets: what could not be saved stays in the field and nowhere else. */
export const noDrafts: FieldRules['drafts'] = {
  kept: () => null,
  keep: () => undefined,
  drop: () => undefined,
};
