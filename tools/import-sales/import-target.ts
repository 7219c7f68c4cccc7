import type { Connection } from '../../db/pool/connect.ts';
import {
  type ImportTarget,
  listNamedVenues,
  listUnitNumbers,
  type NamedVenue,
} from '../../server/imports/import-orders.queries.ts';
import { ImportError } from './import-error.ts';

/** Unit that receives the sales. Throws ImportError when the venue or the unit is ambiguous or unknown. */
export async function findImportTarget(
  db: Connection['db'],
  venueName: string,
  unitNumber: number,
): Promise<ImportTarget & { venueName: string }> {
  const venue = venueCalled(venueName, await listNamedVenues(db));
  const units = await listUnitNumbers(db, venue.id);
  const unit = units.find(({ unit_number: number }) => number === unitNumber);
  if (!unit) {
    const numbers = units.map(({ unit_number: number }) => String(number));
    const choice = numbers.length > 0 ? `has ${list(numbers)}` : 'has none yet';
    throw new ImportError(`${venue.name} has no unit ${String(unitNumber)}; it ${choice}.`);
  }
  return { venueId: venue.id, unitId: unit.id, unitNumber, venueName: venue.name };
}

function venueCalled(text: string, venues: readonly NamedVenue[]): NamedVenue {
  const found = venues.filter(({ id, name }) => id === text.toLowerCase() || name === text);
  const [venue] = found;
  if (!venue) {
    const names = [...new Set(venues.map(({ name }) => name))];
    const choice = names.length > 0 ? `there is ${list(names)}` : 'there are none yet';
    throw new ImportError(`There is no venue "${text}"; ${choice}.`);
  }
  if (found.length > 1) {
    const ids = found.map((one) => `${one.id} (of ${one.owner_name})`);
    throw new ImportError(
      `${String(found.length)} venues are called "${text}": say which by its id, ${list(ids)}.`,
    );
  }
  return venue;
}

const mostListed = 20;

function list(texts: readonly string[]): string {
  const more = texts.length - mostListed;
  return texts.slice(0, mostListed).join(', ') + (more > 0 ? ` and ${String(more)} more` : '');
}
