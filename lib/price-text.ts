/** Amounts as people and files write them. */
import { hasAtMostTwoDecimals } from './money.ts';

/** Maximum price in dollars. */
export const mostDollars = 100_000;

/** The character before the decimals. */
export type DecimalSign = '.' | ',';

// Zero-width characters, direction marks and byte order marks, which text brings along from other programs.
const unseen = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

const currency = String.raw`(?:us\$|usd|\$)?`;
const amountForm = new RegExp(
  String.raw`^(?<sign>-?) ?${currency} ?(?<inner>-?) ?(?<number>[\d.,' ]*\d[.,]?) ?${currency}(?<after>-?)$`,
  'i',
);
const groupsForm = /^[1-9]\d{0,2}(?<group>[.,' ])\d{3}(?:\k<group>\d{3})*$/;

/**
 * Reads a number as it is written in an amount: `12.5`, `$1,250.00`, `12,50`, `1.250,50 USD`, `(12.50)`, `−3`. Spaces
 * of any width, apostrophes, points and commas may group thousands. A single comma groups them before three digits
 * (`1,250`), except after a zero (`0,500`), and stands before decimals otherwise; a single point stands before decimals.
 * @param decimalSign of a text that is known to use this one; the other one then only groups
 * @returns digits with at most one point and a leading minus, such as `-1250.50`, or null when the text is no number
 */
export function plainNumber(text: string, decimalSign?: DecimalSign): string | null {
  const clean = text
    .replaceAll(unseen, '')
    .replaceAll(/[\s\u2800]+/g, ' ')
    .replaceAll(/[\u2010-\u2015\u2212\uff0d]/g, '-')
    .replaceAll(/[\u2019\u02bc]/g, "'")
    .trim()
    .replace(/^\((.*)\)$/, '-$1');
  const { sign, inner, number, after } = amountForm.exec(clean)?.groups ?? {};
  if (number === undefined) return null;
  const minuses = `${sign ?? ''}${inner ?? ''}${after ?? ''}`;
  const digits = ungrouped(number.trim(), decimalSign);
  return digits === null || minuses.length > 1 ? null : minuses + digits;
}

function ungrouped(number: string, decimalSign: DecimalSign | undefined): string | null {
  const sign = decimalSign ?? decimalSignOf(number);
  const at = sign === null ? -1 : number.lastIndexOf(sign);
  const whole = at < 0 ? number : number.slice(0, at);
  const decimals = at < 0 ? '' : number.slice(at + 1);
  if (!/^\d*$/.test(decimals) || whole + decimals === '') return null;
  const group = groupsForm.exec(whole)?.groups?.['group'];
  if ((group === sign && sign === '.') || (group === undefined && !/^\d*$/.test(whole)))
    return null;
  const digits = whole.replaceAll(/\D/g, '') || '0';
  return decimals === '' ? digits : `${digits}.${decimals}`;
}

/** The sign before the decimals of a number, as far as it alone shows it; null without decimals. */
export function decimalSignOf(number: string): DecimalSign | null {
  const [points, commas] = [number.split('.').length - 1, number.split(',').length - 1];
  if (points > 0 && commas > 0)
    return number.lastIndexOf('.') > number.lastIndexOf(',') ? '.' : ',';
  if (points > 0) return points === 1 ? '.' : null;
  return commas > 0 && !groupsForm.test(number) ? ',' : null;
}

/**
 * Parses entered dollars, in the forms of `plainNumber`; null when the text is not a price, negative, finer than a cent
 * or above the maximum.
 */
export function dollarsOf(text: string): number | null {
  const plain = plainNumber(text);
  if (plain === null || /^-.*[1-9]/.test(plain)) return null;
  const dollars = Math.abs(Number(plain));
  return hasAtMostTwoDecimals(dollars) && dollars <= mostDollars ? dollars : null;
}

/** Formats dollars for an input field: always two decimals, no sign. */
export const priceText = (dollars: number): string => dollars.toFixed(2);

/** Text of a number with its comma as a decimal point, because keyboards of some regions have no point. */
export const withPoint = (text: string): string => text.replace(',', '.');
