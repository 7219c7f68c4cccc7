import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A phone number as it is typed in the US, in E.164 (`+14155552671`); null when it is none. */
export function parseUsPhone(text: string): string | null {
  const number = parsePhoneNumberFromString(text, 'US');
  return number?.isValid() ? number.number : null;
}
