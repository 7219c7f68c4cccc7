/** Breakdowns that people keep by a name: which figures, in which order, of which days and unit. */
import type { z } from 'zod';
import type * as endpoints from '../../contract/report-views.ts';
import { withoutTenant } from '../../db/tenant.ts';
import type { Days } from '../../lib/day-range.ts';
import { type AccountActor, type Actor, scopeOf } from '../../rules/permissions.ts';
import { type BreakdownKind, breakdownKinds } from '../../rules/reports/breakdown.ts';
import { isReportSpan, type ReportSpan, viewMessages } from '../../rules/reports/report-spans.ts';
import {
  deleteView,
  findView,
  insertView,
  listViews,
  type ReportViewRow,
  updateView,
} from './report-views.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { newId, parseId } from '../shared/ids.ts';
import { requireAccount } from '../shared/require.ts';
import { requireUnitOf } from '../units/unit-access.ts';
import { lockUser } from '../users/users.queries.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { findVenue } from '../venues/venues.queries.ts';

/** What a resource of the API is called in errors. */
const thing = 'view';
const mostViews = 100;

export interface ViewSettings {
  by: BreakdownKind;
  sort: string | null;
  /** Null for days of its own. */
  span: ReportSpan | null;
  days: Days | null;
  unit: number | null;
}

export interface ReportView extends ViewSettings {
  id: string;
  venueId: string;
  venueName: string;
  name: string;
}

/** A kind or a span that a later release has stored counts as the first one. */
export function settingsOf({ settings }: Pick<ReportViewRow, 'settings'>): ViewSettings {
  const { by, sort, span, from, to, unit } = settings;
  return {
    by: breakdownKinds.find((kind) => kind === by) ?? 'drink',
    sort: typeof sort === 'string' ? sort : null,
    span: isReportSpan(span) ? span : null,
    days: typeof from === 'string' && typeof to === 'string' ? { from, to } : null,
    unit: typeof unit === 'number' ? unit : null,
  };
}

type Deps = Pick<AppDeps, 'db' | 'now'>;

const viewOf = (row: ReportViewRow, venueName: string): ReportView => ({
  id: row.id,
  venueId: row.venue_id,
  venueName,
  name: row.name,
  ...settingsOf(row),
});

/** Lists the own views of venues that are in scope. */
export async function listReportViews({ db }: Deps, actor: Actor): Promise<ReportView[]> {
  const rows = await withoutTenant(() => listViews(db, requireAccount(actor).userId));
  const views: ReportView[] = [];
  for (const row of rows) {
    const venue = await withoutTenant(() => findVenue(db, row.venue_id, scopeOf(actor)));
    if (venue) views.push(viewOf(row, venue.name));
  }
  return views;
}

/** Returns an own view of a venue in scope; otherwise throws 404, as for a missing one. */
export async function requireReportView(deps: Deps, actor: Actor, id: string): Promise<ReportView> {
  const { userId } = requireAccount(actor);
  const row = await withoutTenant(() => findView(deps.db, userId, parseId(id, thing)));
  if (!row) throw notFound(thing);
  const venue = await withoutTenant(() => findVenue(deps.db, row.venue_id, scopeOf(actor)));
  if (!venue) throw notFound(thing);
  return viewOf(row, venue.name);
}

/** Throws 404 for a unit that the venue does not have. */
async function requireUnitOfView(
  deps: Deps,
  actor: Actor,
  venueId: string,
  { unit }: Pick<ViewSettings, 'unit'>,
): Promise<void> {
  if (unit !== null) await requireUnitOf(deps, actor, venueId, String(unit));
}

/** Saves a view. Throws 400 for a name that the account has already, and 409 where it has a hundred. */
export async function createReportView(
  deps: Deps,
  actor: Actor,
  { venueId, name, ...settings }: z.output<typeof endpoints.createReportView.body>,
): Promise<ReportView> {
  const { userId } = requireAccount(actor);
  const venue = await requireVenue(deps, actor, venueId);
  await requireUnitOfView(deps, actor, venue.id, settings);
  const at = deps.now();
  const row = {
    id: newId(at),
    user_id: userId,
    venue_id: venue.id,
    name,
    settings: JSON.stringify(settings),
    created_at: at,
  };
  await withoutTenant(() =>
    deps.db.transaction().execute(async (transaction) => {
      await lockUser(transaction, userId);
      const { length } = await listViews(transaction, userId);
      if (length >= mostViews) throw new HttpError(409, viewMessages.tooMany(mostViews));
      if (!(await insertView(transaction, row))) throw fieldError({ name: viewMessages.taken });
    }),
  );
  return viewOf({ ...row, settings }, venue.name);
}

/** Renames an own view, or replaces what it shows, also in its mails. Throws 400 for a name that the account has already. */
export async function updateReportView(
  deps: Deps,
  actor: Actor,
  id: string,
  { name, settings }: z.output<typeof endpoints.updateReportView.body>,
): Promise<ReportView> {
  const view = await requireReportView(deps, actor, id);
  if (settings) await requireUnitOfView(deps, actor, view.venueId, settings);
  const { userId } = requireAccount(actor);
  await withoutTenant(() =>
    deps.db.transaction().execute(async (transaction) => {
      await lockUser(transaction, userId);
      const others = await listViews(transaction, userId);
      const isTaken = others.some(
        (other) => other.id !== view.id && other.venue_id === view.venueId && other.name === name,
      );
      if (isTaken) throw fieldError({ name: viewMessages.taken });
      await updateView(transaction, userId, view.id, {
        name,
        settings: settings && JSON.stringify(settings),
      });
    }),
  );
  return { ...view, ...(settings && settingsOf({ settings })), name: name ?? view.name };
}

/** Deletes an own view, also of a venue that is no longer in scope; its mails end. */
export async function deleteReportView(
  { db }: Pick<AppDeps, 'db'>,
  { userId }: AccountActor,
  id: string,
): Promise<void> {
  const isDeleted = await withoutTenant(() => deleteView(db, userId, parseId(id, thing)));
  if (!isDeleted) throw notFound(thing);
}
