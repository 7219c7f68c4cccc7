import { ApiError } from '../api/api-error.ts';

/** Messages of a refused form by field, in the order of the form; empty for any other error. */
export const fieldErrors = (error: unknown): ReadonlyMap<string, string> =>
  error instanceof ApiError ? error.fields : new Map();

/** Moves the focus to the first field with an error. */
export function focusFirstError(form: HTMLFormElement | null, error: unknown): void {
  const [name] = fieldErrors(error).keys();
  if (name !== undefined) form?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
}
