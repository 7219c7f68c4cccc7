/** Venue and units of a simulation: existing or new ones, each with its own key. */
import pLimit from 'p-limit';
import { flagNamed } from '../rules/flags/flag-names.ts';
import { SimulatorError, type SimulatorOptions } from './options.ts';
import { type Session } from './api.ts';
import { stockUnits, type Unit } from './stock-units.ts';

export interface FleetVenue {
  id: string;
  name: string;
  /** Null for an owner, who may not read it. */
  taxPercentage: number | null;
}

export interface FleetUnit {
  unit: Unit;
  key: string;
  keyId: string;
}

export interface Fleet {
  venue: FleetVenue;
  units: FleetUnit[];
  /** Revokes the keys. */
  disband(): Promise<void>;
}

interface Requested extends Pick<SimulatorOptions, 'venue' | 'units'> {
  /** Of the units that are made, in epoch milliseconds. */
  readonly inServiceSince: number;
}

const usualUnits = 10;
/** Every third new unit is a beer unit. */
const beerEvery = 3;
const keyLabel = 'Simulator';
const atOnce = 8;

/** @param describe receives progress messages */
export async function assembleFleet(
  session: Session,
  requested: Requested,
  describe: (message: string) => void,
): Promise<Fleet> {
  const venue = await findVenue(session, requested.venue);
  const units = await findUnits(session, venue, requested, describe);
  const empty = units.filter((unit) => Object.keys(unit.inventory).length === 0);
  if (empty.length > 0) {
    describe(`Stocking ${empty.length} empty units of ${venue.name}.`);
    await stockUnits(session, venue.id, empty);
  }
  const limit = pLimit(atOnce);
  const fleet = await Promise.all(units.map((unit) => limit(() => withKey(session, unit))));
  return {
    venue,
    units: fleet,
    disband: async () => {
      await Promise.all(fleet.map((one) => limit(() => revokeKey(session, one))));
    },
  };
}

async function findVenue(session: Session, name: string | null): Promise<FleetVenue> {
  const { body } = await session.send('listVenues', { params: { userId: session.ownerId } });
  const venues = Object.values(body);
  const found = name === null ? venues[0] : venues.find((venue) => venue.name === name);
  if (found) {
    const taxPercentage = 'taxPercentage' in found ? Number(found.taxPercentage) : null;
    return { id: found.id, name: found.name, taxPercentage };
  }
  if (name === null) throw new SimulatorError('This owner has no venue: name one with --venue.');
  return makeVenue(session, name);
}

const usualTaxPercentage = 8.875;

/** A super admin can set taxes and doubles, which an owner cannot. */
async function makeVenue(session: Session, name: string): Promise<FleetVenue> {
  const { isSuperAdmin, ownerId } = session;
  const { body } = await session.send('createVenue', {
    body: { name, ...(isSuperAdmin ? { ownerId } : {}) },
  });
  if (!isSuperAdmin) return { id: body.id, name, taxPercentage: null };
  await session.send('updateVenue', {
    params: { _id: body.id },
    body: { taxPercentage: usualTaxPercentage },
  });
  const doubles = { kind: 'venue', key: name, flag: flagNamed.doubleOrder, enabled: true } as const;
  // With an external flag service, flags are switched there.
  await session.send('setFlag', { body: doubles }).catch(() => null);
  return { id: body.id, name, taxPercentage: usualTaxPercentage };
}

async function findUnits(
  session: Session,
  venue: FleetVenue,
  { units: requested, inServiceSince }: Requested,
  describe: (message: string) => void,
): Promise<Unit[]> {
  const venueId = venue.id;
  const { body } = await session.send('listUnits', { params: { venueId } });
  const count = requested ?? (body.length || usualUnits);
  const units = body.slice(0, count);
  if (units.length < count) describe(`Making ${count - units.length} units in ${venue.name}.`);
  for (let next = units.length; next < count; next += 1) {
    const category = next % beerEvery === beerEvery - 1 ? 'BEERTENDER' : 'ROTENDER_CLASSIC';
    const made = await session.send('createUnit', {
      params: { venueId },
      body: { category, inServiceSince },
    });
    units.push(made.body);
  }
  return units;
}

async function withKey(session: Session, unit: Unit): Promise<FleetUnit> {
  const { body } = await session.send('createUnitKey', {
    params: { unitNumber: String(unit.unitNumber) },
    body: { label: keyLabel },
  });
  return { unit, key: body.key, keyId: body.id };
}

async function revokeKey(session: Session, { unit, keyId }: FleetUnit): Promise<void> {
  const params = { unitNumber: String(unit.unitNumber), id: keyId };
  await session.send('revokeUnitKey', { params });
}
