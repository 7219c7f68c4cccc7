import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Parses a phone number as typed in the US to E.164 (`+14155552671`); null when it is not valid. */
export function parseUsPhone(text: string): string | null {
  const number = parsePhoneNumberFromString(text, 'US');
  return number?.isValid() ? number.number : null;
}

/** Formats a US number for reading: `+14155552671` as `(415) 555-2671`; other numbers stay as they are. */
export const phoneText = (number: string): string =>
  number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
