/** The saved breakdown that a mail brings. */
import { withoutTenant } from '../../db/tenant.ts';
import { csvTable } from '../../lib/csv-cell.ts';
import { viewMailText } from '../../rules/close-out/digest.ts';
import type { Sending } from '../../rules/close-out/sending-times.ts';
import {
  breakdownNames,
  fileOfBreakdown,
  figureText,
  inDollars,
  parseSort,
  sortRows,
  usualSort,
} from '../../rules/reports/breakdown-table.ts';
import type { NightRules } from '../../rules/nights/nights.ts';
import { weekdayNumber } from '../../rules/venues/first-weekday.ts';
import { endedDaysOfSpan } from '../../rules/reports/report-spans.ts';
import { readBreakdown } from '../reports/breakdown/read-breakdown.ts';
import { findView } from '../report-views/report-views.queries.ts';
import { settingsOf, type ViewSettings } from '../report-views/report-views.ts';
import { findUnit } from '../units/units.queries.ts';
import type { VenueRow } from '../venues/venues.queries.ts';
import type { SubscriptionRow } from './close-outs.queries.ts';
import type { ReadDeps } from './read-close-out.ts';

export interface SubscribedView extends ViewSettings {
  id: string;
  name: string;
}

export async function findSubscribedView(
  db: ReadDeps['db'],
  { view_id: viewId, user_id: userId }: Pick<SubscriptionRow, 'view_id' | 'user_id'>,
): Promise<SubscribedView | null> {
  if (viewId === null) return null;
  const row = await withoutTenant(() => findView(db, userId, viewId));
  return row ? { id: row.id, name: row.name, ...settingsOf(row) } : null;
}

interface MailedVenue {
  venue: Pick<VenueRow, 'id' | 'name' | 'first_weekday'>;
  /** Null for a venue without a clock. */
  own: NightRules | null;
}

/** Rows that the text of the mail has; the file has all. */
const mostRows = 10;

export async function readMailedView(
  deps: ReadDeps,
  row: SubscriptionRow,
  { venue, own }: MailedVenue,
  { to }: Sending,
) {
  const view = await findSubscribedView(deps.db, row);
  // The mails of a view are deleted with it.
  if (!view) throw new Error('The view of the mail is gone');
  const unit =
    view.unit === null
      ? null
      : await findUnit(deps.db, { unitNumber: view.unit }, { to: 'everything' });
  const scope = { venueId: venue.id, unitId: unit?.venue_id === venue.id ? unit.id : null };
  const days =
    view.days ?? endedDaysOfSpan(view.span ?? 'days7', to, weekdayNumber[venue.first_weekday]);
  const read = await readBreakdown(deps, scope, {
    by: view.by,
    ...days,
    timezone: own ? undefined : row.timezone,
  });
  const shown = inDollars(read);
  const rows = sortRows(shown.rows, parseSort(view.sort ?? '') ?? usualSort(view.by));
  const file = fileOfBreakdown({ ...shown, rows });
  const figure = view.by === 'person' ? 'refunds' : 'sales';
  const fileName = `${file.name}.csv`;
  const text = viewMailText(
    {
      venueName: venue.name,
      name: view.name,
      heading: `${figure === 'sales' ? 'Sales' : 'Refunds'} by ${breakdownNames[view.by].toLowerCase()}`,
      rows: rows
        .slice(0, mostRows)
        .map((one) => ({ label: one.name, value: figureText(figure, one[figure]) })),
      more: Math.max(0, rows.length - mostRows),
      total: figureText(figure, shown.total[figure]),
      fileName,
    },
    { from: shown.from, to: shown.to },
  );
  return {
    text,
    isEmpty: rows.length === 0,
    attachment: { name: fileName, content: csvTable(file) },
  };
}
