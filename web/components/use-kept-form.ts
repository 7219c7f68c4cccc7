/** Keeps what is typed into a form whose fields have no state in React, for the next sign-in; no passwords and no files. */
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { currentSession } from '../session/session.ts';
import { draftsOf, dropUnlessEnded, noDrafts } from './drafts.ts';
import { useKept } from './use-kept.ts';

const textFields = (form: HTMLFormElement): HTMLInputElement[] =>
  [...form.querySelectorAll<HTMLInputElement>('input[name]')].filter(({ type }) =>
    ['text', 'email'].includes(type),
  );

const readTexts = (kept: unknown): Map<string, unknown> | null =>
  typeof kept === 'object' && kept !== null ? new Map(Object.entries(kept)) : null;

/**
 * @param id unique name of the form
 * @param opened what the fields were opened with; null while they are loading, and another value when they begin anew
 */
export function useKeptForm(
  id: string,
  form: RefObject<HTMLFormElement | null>,
  opened: unknown = id,
): void {
  const kept = useKept(id, readTexts);
  // Without an account, the next one at this tab would get what another has typed.
  const [drafts] = useState(() => (currentSession() ? draftsOf(id) : noDrafts));
  const [pending] = useState(() => new Map(kept));
  useEffect(() => {
    const { current } = form;
    if (opened === null || !current) return undefined;
    for (const field of textFields(current)) {
      const text = pending.get(field.name);
      if (typeof text === 'string') field.value = text;
    }
    pending.clear();
    const keep = () => {
      const typed = textFields(current).filter(({ value, defaultValue }) => value !== defaultValue);
      drafts.keep(
        JSON.stringify(Object.fromEntries(typed.map(({ name, value }) => [name, value]))),
      );
    };
    current.addEventListener('input', keep);
    return () => {
      current.removeEventListener('input', keep);
      dropUnlessEnded(drafts);
    };
  }, [form, opened, drafts, pending]);
}
