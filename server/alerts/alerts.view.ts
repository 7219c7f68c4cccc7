import type { Selectable } from 'kysely';
import { alertEventKinds } from '../../contract/alerts.ts';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import type { AlertEventsTable } from '../../db/tables/alerts.ts';
import { alertLink, isAlertKind } from '../../rules/alerts/alert-kinds.ts';
import { resolutionText } from '../../rules/alerts/alert-text.ts';
import { personName } from '../../rules/users/person-name.ts';
import type { ListedAlert, listNames } from './alerts.queries.ts';

type Alert = EndpointResponse<'updateAlert'>;
type Log = EndpointResponse<'getAlert'>['log'];
export type Names = Awaited<ReturnType<typeof listNames>>;

const isoOrNull = (time: Date | null): string | null => time?.toISOString() ?? null;

const nameOf = (names: Names, id: string | null): string | null => {
  const found = id === null ? undefined : names.get(id);
  return found ? personName(found) : null;
};

function stateOf({ resolved_at, snoozed_until, acknowledged_at }: ListedAlert, now: Date) {
  if (resolved_at) return 'resolved' as const;
  if (snoozed_until && snoozed_until > now) return 'snoozed' as const;
  return acknowledged_at ? ('acknowledged' as const) : ('open' as const);
}

export function alertView(row: ListedAlert, names: Names, now: Date): Alert {
  // A kind of a later release is shown as the least urgent one.
  const kind = isAlertKind(row.kind) ? row.kind : 'low';
  const resolution =
    row.resolved_at === null
      ? ''
      : resolutionText(
          { openedMs: row.opened_at.getTime(), resolvedMs: row.resolved_at.getTime() },
          { isByPerson: row.resolved_by !== null, note: row.note },
        );
  return {
    id: row.id,
    venueId: row.venue_id,
    kind,
    severity: row.severity,
    text: row.text,
    unitId: row.unit_id,
    unitNumber: row.unit_number,
    unitName: row.unit_name,
    state: stateOf(row, now),
    occurrences: row.occurrences,
    openedAt: row.opened_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    acknowledgedAt: isoOrNull(row.acknowledged_at),
    acknowledgedBy: nameOf(names, row.acknowledged_by),
    snoozedUntil:
      row.snoozed_until && row.snoozed_until > now ? row.snoozed_until.toISOString() : null,
    resolvedAt: isoOrNull(row.resolved_at),
    resolvedBy: nameOf(names, row.resolved_by),
    resolution,
    link: alertLink(kind, row.unit_number),
  };
}

type EventRow = Pick<Selectable<AlertEventsTable>, 'at' | 'kind'>;

/** By time; of the same millisecond, in the order in which they happen. */
const inOrder = (one: EventRow, other: EventRow): number =>
  one.at.getTime() - other.at.getTime() ||
  alertEventKinds.indexOf(one.kind) - alertEventKinds.indexOf(other.kind);

export const logView = (events: readonly Selectable<AlertEventsTable>[], names: Names): Log =>
  events.toSorted(inOrder).map(({ kind, at, person_id, note }) => ({
    kind,
    at: at.toISOString(),
    person: nameOf(names, person_id),
    note,
  }));

/** Accounts that a list of alerts names. */
export const accountsOf = (rows: readonly ListedAlert[]): string[] => [
  ...new Set(
    rows.flatMap((row) => [row.acknowledged_by, row.resolved_by].filter((id) => id !== null)),
  ),
];
