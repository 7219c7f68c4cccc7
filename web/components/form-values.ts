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
