import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { recipientMessages } from './recipient-messages.ts';

/** Types of numbers that people carry; the numbers of the US do not distinguish mobile from fixed lines. */
const ofPeople: ReadonlySet<string | undefined> = new Set([
  'MOBILE',
  'FIXED_LINE',
  'FIXED_LINE_OR_MOBILE',
]);

/** Exchange of pay-per-call services in every area code, which the metadata do not mark. */
const premiumExchange = '976';

/** Message why text messages are not sent to a number, given in E.164; null for an ordinary US number. */
export function refuseContactNumber(number: string): string | null {
  const parsed = parsePhoneNumberFromString(number, 'US');
  if (!parsed?.isValid()) return recipientMessages.notUsNumber(number);
  const type = parsed.getType();
  const isPayPerCall = parsed.nationalNumber.slice(3, 6) === premiumExchange;
  if (parsed.countryCallingCode === '1' && (type === 'PREMIUM_RATE' || isPayPerCall)) {
    return recipientMessages.premiumNumber(number);
  }
  if (parsed.country !== 'US') return recipientMessages.notUsNumber(number);
  return ofPeople.has(type) ? null : recipientMessages.serviceNumber(number);
}
