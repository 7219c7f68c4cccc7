import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Parses a phone number as typed in the US to E.164 (`+14155552671`); null when it is not valid. */
export function parseUsPhone(text: string): string | null {
  const number = parsePhoneNumberFromString(text, 'US');
  return number?.isValid() ? number.number : null;
}
