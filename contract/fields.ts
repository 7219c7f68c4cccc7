/** Shared field types (names, amounts, times) used by all schemas. */
import { z } from 'zod';
import { hasAtMostTwoDecimals } from '../lib/money.ts';
import { isPlainText } from '../lib/plain-text.ts';
import { alertMessages } from '../rules/alerts/alert-messages.ts';
import { drinkMessages } from '../rules/drinks/drink-messages.ts';
import { orderMessages } from '../rules/messages.ts';
import { isPossibleDate } from '../rules/orders/sale-date.ts';
import { sessionMessages } from '../rules/users/session-messages.ts';
import { passwordLength } from '../rules/users/sign-in.ts';

const needsPlainText = 'Use visible plain text without control characters';

/** A text that is not trimmed, 0 to `max` characters. */
export const plainText = (max: number) =>
  z
    .string({ error: 'Use text' })
    .max(max, `Use at most ${max} characters`)
    .refine((text) => isPlainText(text), needsPlainText);

/** One line of text, trimmed, 1 to `max` characters. */
export const line = (max = 200, empty = 'Cannot be empty') =>
  z
    .string({ error: empty })
    .trim()
    .min(1, empty)
    .max(max, `Use at most ${max} characters`)
    .refine((text) => isPlainText(text), needsPlainText);

/** One line of text that may be empty. */
export const optionalLine = (max: number) =>
  z
    .string({ error: 'Use text' })
    .trim()
    .max(max, `Use at most ${max} characters`)
    .refine((text) => isPlainText(text), needsPlainText);

/** Multi-line text, 0 to `max` characters, stored as typed. */
export const lines = (max: number) =>
  z
    .string({ error: 'Use text' })
    .max(max, `Use at most ${max.toLocaleString('en-US')} characters`)
    .refine((text) => isPlainText(text, { multiline: true }), needsPlainText);

/** An email address, case-insensitive. */
export const email = z
  .string({ error: sessionMessages.noEmail })
  .trim()
  .min(1, sessionMessages.noEmail)
  .max(254, 'Use at most 254 characters')
  .pipe(z.email(sessionMessages.badEmail));

const password = (empty: string) =>
  z
    .string({ error: empty })
    .min(1, empty)
    .max(passwordLength.most, `Use at most ${passwordLength.most} characters`);

/** The password of an account: 1 to 500 characters, never trimmed. */
export const currentPassword = password('Enter your password');

/** A password that is set: 8 to 500 characters, never trimmed. */
export const newPassword = password(sessionMessages.noPassword).min(
  passwordLength.least,
  sessionMessages.shortPassword,
);

/** The same, typed twice, in a form for `typedTwice`. */
export const newPasswordFields = {
  password: newPassword,
  password2: password(sessionMessages.noPasswordAgain),
};

/** Requires both passwords of a form to be the same. */
export const typedTwice = <Form extends z.ZodType<{ password: string; password2: string }>>(
  form: Form,
): Form =>
  form.refine(({ password: first, password2: second }) => first === second, {
    path: ['password2'],
    error: sessionMessages.passwordsDiffer,
  });

/** Name of an owner: that of the company. */
export const companyName = line(200, sessionMessages.noCompanyName);

export const venueName = line(200, sessionMessages.noVenueName);

/** Token of a link that was sent by mail or by text message. */
export const linkToken = plainText(100).min(1, 'Send the token of the link');

/**
 * Optimistic concurrency: the values the sender last saw of the fields it changes. The update is rejected with 409
 * when a field has a different value by now.
 */
export const expectedFields = z.record(plainText(100), z.unknown()).optional();

/** A server-issued id. Foreign and malformed ids both return 404, so any short text is accepted here. */
export const id = z
  .string({ error: 'Use an id' })
  .min(1, 'Use an id')
  .max(100, 'Use an id')
  .refine((text) => isPlainText(text), needsPlainText);

/** Ids of venues of an owner; null for all of them, also later ones. */
export const venueIds = z
  .array(id)
  .min(1, alertMessages.nameVenues)
  .max(1000, 'Choose all venues')
  .nullable();

/** Dollars, 0 to 100,000, at most two decimals. */
export const dollars = z
  .number({ error: drinkMessages.badPrice })
  .min(0, 'Cannot be negative')
  .max(100_000, 'Use at most $100,000')
  .refine(hasAtMostTwoDecimals, 'Use at most two decimals');

const aDate = 'Use epoch milliseconds or an ISO date with an offset';

/** A date of any clock, from the year 1 to 9999: epoch milliseconds or ISO 8601 with an offset; handlers get a Date. */
export const clockTime = z
  .union([z.number().int(), z.iso.datetime({ offset: true })], { error: aDate })
  .transform((value) => new Date(value))
  .refine((date) => date.getTime() >= -62_135_596_800_000 && date.getTime() < 253_402_300_800_000, {
    error: aDate,
  });

const withoutColon = /^(.+T.+[+-]\d{2})(\d{2})$/;

/** As `clockTime`, also with an offset such as `+0000`, and in UTC without one, as some units send it. */
export const unitTime = z
  .union(
    [
      z.number().int(),
      z.iso.datetime({ offset: true, local: true }),
      z.string().regex(withoutColon),
    ],
    { error: aDate },
  )
  .transform((value) => {
    if (typeof value === 'number') return value;
    const text = value.replace(withoutColon, '$1:$2');
    return /(Z|[+-]\d{2}:\d{2})$/i.test(text) ? text : `${text}Z`;
  })
  .pipe(clockTime);

/** A point in time: epoch milliseconds or ISO 8601 with an offset; handlers get a Date. From 2000 to 2100. */
export const pointInTime = clockTime.refine(isPossibleDate, {
  error: orderMessages.impossibleDate,
});

/** A point in time in a query: epoch milliseconds from 2000 to 2100. */
export const epochMs = (missing: string) =>
  z.coerce
    .number({ error: missing })
    .int('Use epoch milliseconds')
    .min(946_684_800_000, 'Use a date from 2000 on')
    .max(4_102_444_800_000, 'Use a date up to 2100');

/** A time in a response: ISO 8601 in UTC. */
export const timeOut = z.iso.datetime();

/** The two paging parameters: `pagination[current]` from 1 (less counts as 1) and `pagination[size]`. */
export const paginationQuery = (defaultSize: number, maxSize: number) =>
  z
    .object({
      current: z.coerce
        .number({ error: 'Use a page number' })
        .int('Use a whole page number')
        .max(1_000_000_000, 'Use a smaller page number')
        .default(1)
        .transform((page) => Math.max(1, page)),
      size: z.coerce
        .number({ error: 'Use a page size' })
        .int('Use a whole page size')
        .min(1, 'Use a page size of at least 1')
        .max(maxSize, `Use a page size of at most ${maxSize.toLocaleString('en-US')}`)
        .default(defaultSize),
    })
    .default({ current: 1, size: defaultSize });

/**
 * Page size of a list that is paged by cursor: `pagination[size]`. A page number other than 1 is refused with the
 * message, since it would return the first page again.
 */
export const cursorPaging = (defaultSize: number, maxSize: number, useCursor: string) =>
  paginationQuery(defaultSize, maxSize).refine(({ current }) => current === 1, {
    path: ['current'],
    error: useCursor,
  });

/** Page number (from 1), page size and total number of rows. */
export const pagination = z.object({ current: z.number(), size: z.number(), total: z.number() });
