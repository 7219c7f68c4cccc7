import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { unsavedMessages } from '../../rules/messages.ts';
import { ApiError } from '../api/api-error.ts';
import { currentSession } from '../session/session.ts';
import { confirm } from '../ui/confirm.tsx';

/** Text value of a form field. */
export function typedText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** True when a text of the form differs from the one it was opened with. */
export const isChanged = (form: HTMLFormElement | null): boolean =>
  [...(form?.querySelectorAll('input') ?? [])].some(
    ({ type, value, defaultValue }) => type !== 'file' && value !== defaultValue,
  );

/** Messages of a refused form by field, in the order of the form; empty for any other error. */
export const fieldErrors = (error: unknown): ReadonlyMap<string, string> =>
  error instanceof ApiError ? error.fields : new Map();

/** Moves the focus to the first field with an error. */
export function focusFirstError(form: HTMLFormElement | null, error: unknown): void {
  const [name] = fieldErrors(error).keys();
  if (name !== undefined) form?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
}

// Guard of typed text that is not stored: asks before the screen, the dialog or the page is left.

const mayDiscard = (): Promise<boolean> =>
  confirm({
    text: unsavedMessages.discard,
    confirmLabel: unsavedMessages.discardLabel,
    cancelLabel: unsavedMessages.keepLabel,
    danger: true,
  });

/**
 * Navigation with `ignoreBlocker`, as after a save, is not asked about.
 * @param isUnsaved a function for fields whose values are read from the form
 * @returns closes something that has no address of its own, once the user has agreed
 */
export function useUnsaved(isUnsaved: boolean | (() => boolean)): (close: () => void) => void {
  const router = useRouter({ warn: false });
  const latest = useRef(isUnsaved);
  useEffect(() => {
    latest.current = isUnsaved;
  });

  useEffect(() => {
    const asks = () => isTrue(latest.current);
    // Absent where a component is shown by itself, as in tests.
    return (router as typeof router | null)?.history.block({
      blockerFn: async () => asks() && !(await mayDiscard()),
      enableBeforeUnload: asks,
    });
  }, [router]);

  const closeOnceAgreed = async (close: () => void): Promise<void> => {
    if (!(await mayDiscard())) return;
    // Closing may be a navigation, which asks too.
    latest.current = false;
    close();
  };
  return (close) => {
    if (isTrue(latest.current)) void closeOnceAgreed(close);
    else close();
  };
}

const isTrue = (value: boolean | (() => boolean)): boolean =>
  typeof value === 'function' ? value() : value;

// Stores unsaved input for this tab and account, so that it is restored after signing in again.

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

export interface Drafts {
  kept(): string | null;
  keep(text: string): void;
  drop(): void;
}

// Keeps what is typed in the tab for the next sign-in: the end of a session takes the screen away.

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

// Keeps what is typed into a form whose fields have no state in React, for the next sign-in; no passwords and no files.

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
