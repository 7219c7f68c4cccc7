/** The setup of a unit is copied to others, each in a transaction of its own, and copies are undone. */
import type { EndpointBody, EndpointResponse } from '../../contract/endpoints.ts';
import type { Tx } from '../../db/tables/tables.ts';
import {
  copyMessages,
  copyUndoDays,
  setupAfterCopy,
  setupAfterUndo,
} from '../../rules/copies/copy-setup.ts';
import { unitMessages } from '../../rules/units/unit-messages.ts';
import { unitTitle } from '../../rules/units/unit-names.ts';
import { diffSetups, isEmptyDiff, type UnitSetup } from '../../rules/copies/setup.ts';
import { tracksStock } from '../adapters/flags/port.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { sellsDoubles } from '../drinks/drinks.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { etagOf } from '../shared/etag.ts';
import { newId, parseId } from '../shared/ids.ts';
import type { AuditContext } from '../shared/require.ts';
import { lockLiveUnit, requireUnit, unitTarget } from '../units/unit-access.ts';
import type { UnitBasics } from '../units/units.queries.ts';
import { acrossVenuesOf, inAllVenues, requireVenue } from '../venues/venue-access.ts';
import type { VenueRow } from '../venues/venues.queries.ts';
import { type Applying, applySetup } from './apply-setup.ts';
import { getCopy, insertCopy, listCopiedUnits, markUndone } from './copies.queries.ts';
import { readSetup, type ReadSetup } from './read-setup.ts';
import { findTemplate } from './templates.queries.ts';
import { ownerOf, scopeOf } from '../../rules/permissions.ts';

type Deps = Pick<AppDeps, 'db' | 'now' | 'flags'>;
type Requested = EndpointBody<'copySetup'>;
type Copied = EndpointResponse<'copySetup'>['targets'][number];
type Undone = EndpointResponse<'undoCopy'>['targets'][number];

interface Place {
  unit: UnitBasics;
  venue: VenueRow;
  withDouble: boolean;
  isTracked: boolean;
}

/** Throws 404 for a unit that the actor may not use. */
async function requirePlace(deps: Deps, { actor }: AuditContext, text: string): Promise<Place> {
  const unit = await inAllVenues(deps.db, () => requireUnit(deps, actor, text));
  const venue = await inAllVenues(deps.db, () => requireVenue(deps, actor, unit.venue_id));
  const withDouble = await sellsDoubles(deps, venue);
  return { unit, venue, withDouble, isTracked: await tracksStock(deps, unit) };
}

/** Null for a unit that was deleted. */
async function findPlace(deps: Deps, by: AuditContext, unitId: string): Promise<Place | null> {
  try {
    return await requirePlace(deps, by, unitId);
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return null;
    throw error;
  }
}

/**
 * Copies the setup of a unit to others of its owner, or a template to units of one owner. Each is changed as a whole or,
 * when it is refused, not at all.
 * Throws 404 unless all of them are of one owner in the actor's scope, and a field error for a unit that is named twice.
 */
export async function copySetup(
  deps: Deps,
  requested: Requested,
  by: AuditContext,
): Promise<EndpointResponse<'copySetup'>> {
  const { from, template } = requested;
  const source =
    template === undefined
      ? unitSource(deps, await requirePlace(deps, by, from ?? ''))
      : await requireTemplate(deps, by, template);
  const targets: { name: string; place: Place }[] = [];
  let { ownerId } = source;
  for (const name of requested.to) {
    const place = await requirePlace(deps, by, name);
    ownerId ??= place.unit.owner_id;
    if (place.unit.owner_id !== ownerId) throw notFound('unit');
    if (targets.some((one) => one.place.unit.id === place.unit.id))
      throw fieldError({ to: unitMessages.namedTwice });
    targets.push({ name, place });
  }
  return acrossVenuesOf(deps.db, ownerId ?? '', async () => {
    const setup = await source.read();
    const copyId = newId(deps.now());
    const results: { copied: Copied; isChanged: boolean }[] = [];
    for (const { name, place } of targets) {
      const expected = requested.expected?.[name];
      const copying = { source, setup, copyId, expected };
      results.push(await copyToUnit(deps, place, { ...requested, ...copying }, by));
    }
    const isChanged = results.some((result) => result.isChanged);
    return { id: isChanged ? copyId : null, targets: results.map(({ copied }) => copied) };
  });
}

/** A unit, or a template. */
interface Source {
  /** Null for a template for all owners. */
  ownerId: string | null;
  /** Null for a template. */
  venueId: string | null;
  /** As copies are listed with. */
  title: string;
  /** As in the audit log. */
  target: string;
  read: () => Promise<UnitSetup>;
}

const unitSource = (deps: Deps, { unit, withDouble }: Place): Source => ({
  ownerId: unit.owner_id,
  venueId: unit.venue_id,
  title: unitTitle({ unitNumber: unit.unit_number, name: unit.unit_name }),
  target: unitTarget(unit),
  read: async () => (await readSetup(deps.db, unit, withDouble)).setup,
});

async function requireTemplate(deps: Deps, { actor }: AuditContext, text: string): Promise<Source> {
  const found = await findTemplate(deps.db, parseId(text, 'template'), ownerOf(actor));
  if (!found) throw notFound('template');
  const { owner_id: ownerId, name: title, setup } = found;
  return {
    ownerId,
    venueId: null,
    title,
    target: `template ${title}`,
    read: () => Promise.resolve(setup),
  };
}

interface Copying extends Pick<Requested, 'parts' | 'mode' | 'preview'> {
  source: Source;
  setup: UnitSetup;
  copyId: string;
  expected: string | undefined;
}

async function copyToUnit(
  deps: Deps,
  place: Place,
  copying: Copying,
  by: AuditContext,
): Promise<{ copied: Copied; isChanged: boolean }> {
  const named = namedView(place);
  const nothing = { version: '', adds: [], changes: [], removes: [], cannot: [] };
  try {
    return await deps.db.transaction().execute(async (transaction) => {
      const applying = await startApplying(deps, transaction, place, by);
      const now = await readSetup(transaction, place.unit, place.withDouble);
      const plan = planOf(now, place, copying);
      const isChanged = !copying.preview && !isEmptyDiff(plan.diff);
      if (copying.expected !== undefined && copying.expected !== plan.version)
        throw new HttpError(409, copyMessages.changedMeanwhile);
      if (isChanged) await storeCopy(transaction, now, { applying, copying, plan });
      const { version, diff, cannot } = plan;
      return {
        copied: { ...named, status: 200, message: '', version, ...diff, cannot },
        isChanged,
      };
    });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const { status, message } = error;
    return { copied: { ...named, status, message, ...nothing }, isChanged: false };
  }
}

function planOf(now: ReadSetup, { unit }: Place, { source, setup, parts, mode }: Copying) {
  // A template has no picture.
  const { buttonImage } = source.venueId === null ? now.setup : setup;
  const { wanted, cannot } = setupAfterCopy({ ...setup, buttonImage }, now.setup, {
    parts,
    mode,
    sameVenue: unit.venue_id === source.venueId,
    stocked: new Map([...now.stocked].map(([key, { facts }]) => [key, facts])),
  });
  const version = etagOf(JSON.stringify([now.setup, wanted]));
  return { wanted, cannot, version, diff: diffSetups(now.setup, wanted) };
}

interface Storing {
  applying: Applying;
  copying: Copying;
  plan: ReturnType<typeof planOf>;
}

async function storeCopy(
  transaction: Tx,
  now: ReadSetup,
  { applying, copying, plan }: Storing,
): Promise<void> {
  const { unit, at, actor } = applying;
  const made = await applySetup(transaction, now, plan.wanted, applying);
  const ref = { copyId: copying.copyId, venue_id: unit.venue_id, id: unit.id };
  const { title: source, target } = copying.source;
  const stored = { was: now.setup, made, made_at: at, person: actor.person, source };
  await insertCopy(transaction, ref, stored);
  await insertAudit(transaction, applying, at, {
    ownerId: unit.owner_id,
    action: 'setup.copied',
    target: unitTarget(unit),
    newValue: { from: target, parts: copying.parts.join(', ') },
  });
}

async function startApplying(
  { now }: Deps,
  transaction: Tx,
  { unit, venue, withDouble, isTracked }: Place,
  by: AuditContext,
): Promise<Applying> {
  const locked = await lockLiveUnit(transaction, unit);
  return { ...by, at: now(), unit, venueName: venue.name, locked, isTracked, withDouble };
}

const namedView = ({ unit, venue }: Place) => ({
  unitId: unit.id,
  unitNumber: unit.unit_number,
  unitName: unit.unit_name,
  venueName: venue.name,
});

/**
 * Sets each unit of a copy back, except for what was changed since. Throws 404 for a copy that has no unit in the
 * actor's scope, and 409 when it was undone already or is older than 30 days.
 */
export async function undoCopy(
  deps: Deps,
  copyId: string,
  by: AuditContext,
): Promise<EndpointResponse<'undoCopy'>> {
  const rows = await inAllVenues(deps.db, () =>
    listCopiedUnits(deps.db, copyId, scopeOf(by.actor)),
  );
  const [first] = rows;
  if (!first) throw notFound('copy');
  if (rows.every(({ undone_at }) => undone_at !== null))
    throw new HttpError(409, copyMessages.undone);
  if (deps.now().getTime() - first.made_at.getTime() > copyUndoDays * 24 * 3_600_000)
    throw new HttpError(409, copyMessages.tooLate);
  const targets: Undone[] = [];
  for (const { unit_id } of rows) {
    const place = await findPlace(deps, by, unit_id);
    if (!place) continue;
    targets.push(
      await acrossVenuesOf(deps.db, place.unit.owner_id, () => undoInUnit(deps, place, copyId, by)),
    );
  }
  return { targets };
}

async function undoInUnit(
  deps: Deps,
  place: Place,
  copyId: string,
  by: AuditContext,
): Promise<Undone> {
  const named = namedView(place);
  try {
    return await deps.db.transaction().execute(async (transaction) => {
      const applying = await startApplying(deps, transaction, place, by);
      const { unit, at } = applying;
      const ref = { copyId, venue_id: unit.venue_id, id: unit.id };
      const copy = await getCopy(transaction, ref);
      if (copy.undone_at !== null) throw new HttpError(409, copyMessages.undone);
      const now = await readSetup(transaction, unit, place.withDouble);
      const { wanted, kept } = setupAfterUndo(copy.was, copy.made, now.setup);
      await applySetup(transaction, now, wanted, applying);
      await markUndone(transaction, ref, at);
      await insertAudit(transaction, by, at, {
        ownerId: unit.owner_id,
        action: 'setup.undone',
        target: unitTarget(unit),
      });
      return { ...named, status: 200, message: '', kept };
    });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { ...named, status: error.status, message: error.message, kept: [] };
  }
}
