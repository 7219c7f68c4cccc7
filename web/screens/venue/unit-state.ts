/** State of a unit in words, for the line below its title. */
import { unitKind } from '../../../rules/units/unit-names.ts';
import type { Unit } from '../../api/units.ts';
import { agoText } from '../../components/relative-time.ts';

const counted = (count: number, one: string, none: string): string =>
  count === 0 ? none : count === 1 ? `1 ${one}` : `${count} ${one}s`;

/** The number of keys is known once the section with them has been opened; before, only whether there is one. */
export const keysText = (keys: number | boolean): string =>
  typeof keys === 'number' ? counted(keys, 'key', 'no key') : keys ? 'key set' : 'no key';

export const contactsText = ({ contacts }: Pick<Unit, 'contacts'>): string =>
  counted(contacts.length, 'contact', 'no contacts');

export const readerText = (readerId: string): string =>
  readerId === '' ? 'no card reader' : 'card reader set';

/** Id of the reader that the provider of the venue uses. */
export const readerIdOf = (unit: Unit, usesPax: boolean): string =>
  usesPax ? unit.paxShift4ReaderId : unit.stripeReaderId;

/** @param lastSoldMs epoch milliseconds; null without sales, undefined while it is not known */
export function lastSaleText(lastSoldMs: number | null | undefined, nowMs: number): string | null {
  if (lastSoldMs === undefined) return null;
  return lastSoldMs === null ? 'never sold' : `last sale ${agoText(lastSoldMs, nowMs)}`;
}

interface Known {
  readonly lastSoldMs: number | null | undefined;
  readonly nowMs: number;
  /** Number of working keys, or whether there is one; undefined while it is not known. */
  readonly keys: number | boolean | undefined;
  readonly readerId: string;
}

/** `Classic unit · last sale 12 min ago · 1 key · card reader set · 2 contacts`. */
export const unitState = (unit: Unit, { lastSoldMs, nowMs, keys, readerId }: Known): string =>
  [
    unitKind(unit.category),
    lastSaleText(lastSoldMs, nowMs),
    keys === undefined ? null : keysText(keys),
    readerText(readerId),
    contactsText(unit),
  ]
    .filter((part) => part !== null)
    .join(' · ');
