import { parse } from 'bowser';

/** Browser and system of a User-Agent header: `Firefox on Windows`; null when it names neither. */
export function deviceName(userAgent: string): string | null {
  if (userAgent === '') return null;
  const { browser, os } = parse(userAgent);
  return (
    [browser.name, os.name].filter((name) => name !== undefined && name !== '').join(' on ') || null
  );
}
