import type { EndpointResponse } from '../../contract/endpoints.ts';
import type { Db } from '../../db/tables/tables.ts';
import { toDollars } from '../../lib/money.ts';
import { alertKinds, alertLink, isAlertKind } from '../../rules/alerts/alert-kinds.ts';
import { resolutionText } from '../../rules/alerts/alert-text.ts';
import { resolutionLabels } from '../../rules/cases/case-messages.ts';
import {
  type IssueKind,
  issueKindOf,
  issueKinds,
  usualSeverity,
} from '../../rules/issues/issue-kinds.ts';
import {
  failedPoursText,
  refusedSaleEnds,
  refusedSaleText,
} from '../../rules/issues/issue-messages.ts';
import { type Actor, actorMay } from '../../rules/permissions.ts';
import { personName } from '../../rules/users/person-name.ts';
import { type ListedAlert, listAlertsById, listNames } from '../alerts/alerts.queries.ts';
import { type CaseGroupRow, listGroups } from '../cases/cases.queries.ts';
import { listRefusedSalesById } from '../refused-sales/refused-sales.queries.ts';
import { chargedCents, type ReadOrder, readRefusedOrders } from '../refused-sales/refused-sales.ts';
import type { IssueFilter, IssueRef } from './issues.queries.ts';

type Issue = EndpointResponse<'listIssues'>['issues'][number];
type Names = Awaited<ReturnType<typeof listNames>>;
type Page = Pick<IssueFilter, 'venueId' | 'now' | 'state'>;

/** Failed pours and refused sales are read by every role, alerts by those who may read alerts. */
export function kindsFor(actor: Actor): IssueKind[] {
  const readsAlerts = actorMay(actor, 'alerts.read');
  const ofAlerts = new Set(alertKinds.map(issueKindOf));
  return issueKinds.filter((kind) => readsAlerts || !ofAlerts.has(kind));
}

/** Reads the rows of a page, in its order; one that is settled meanwhile is left out. */
export async function readIssues(db: Db, page: Page, refs: readonly IssueRef[]): Promise<Issue[]> {
  const { venueId, state } = page;
  const idsOf = (kind: Issue['kind']) =>
    refs.filter((ref) => ref.kind === kind).map(({ id }) => id);
  const [alerts, groups, refused] = await Promise.all([
    listAlertsById(
      db,
      venueId,
      refs.flatMap(({ alert_id }) => alert_id ?? []),
    ),
    listGroups(db, page, idsOf('failedPours')),
    listRefusedSalesById(db, page, idsOf('refusedSales')),
  ]);
  const names = await listNames(
    db,
    [
      ...alerts.flatMap(({ acknowledged_by, resolved_by }) => [acknowledged_by, resolved_by]),
      ...refused.map(({ settled_by }) => settled_by),
    ].flatMap((id) => id ?? []),
  );
  const alertById = new Map(alerts.map((row) => [row.id, row]));
  const groupById = new Map(groups.map((row) => [row.group_id, row]));
  const orders = await readRefusedOrders(db, refused);
  const orderById = new Map(orders.map((one) => [one.refused.id, one]));
  return refs.flatMap((ref): Issue[] => {
    const alert = ref.alert_id === null ? undefined : alertById.get(ref.alert_id);
    const whole = {
      ...without,
      ...(alert && stateView(alert, names, page.now)),
      ...(state === 'resolved' && { state }),
    };
    const [group, order] = [groupById.get(ref.id), orderById.get(ref.id)];
    if (ref.kind === 'failedPours') return group ? [{ ...whole, ...groupView(group) }] : [];
    const by = ref.kind === 'refusedSales' ? order?.refused.settled_by : alert?.resolved_by;
    const person = by ? names.get(by) : undefined;
    const ended = { ...whole, resolvedBy: person ? personName(person) : null };
    if (ref.kind === 'refusedSales') return order ? [{ ...ended, ...refusedView(order) }] : [];
    return alert ? [{ ...ended, ...alertView(alert), kind: ref.kind }] : [];
  });
}

/** Fields of an issue without an alert. */
const without = {
  severity: usualSeverity,
  state: 'open',
  resolution: null,
  resolvedBy: null,
  amount: null,
  glasses: null,
  alertKind: null,
  alertId: null,
  seenAt: null,
  seenBy: null,
  snoozedUntil: null,
  canBeTaken: false,
} as const satisfies Partial<Issue>;

function stateView(alert: ListedAlert, names: Names, now: Date) {
  const { acknowledged_at: seenAt, acknowledged_by: by, snoozed_until: until } = alert;
  const isSnoozed = until !== null && until > now;
  const person = by === null ? undefined : names.get(by);
  const state = isSnoozed ? 'snoozed' : seenAt ? 'seen' : 'open';
  return {
    severity: alert.severity,
    state,
    alertId: alert.id,
    seenAt: seenAt?.toISOString() ?? null,
    seenBy: person ? personName(person) : null,
    snoozedUntil: isSnoozed ? until.toISOString() : null,
  } as const satisfies Partial<Issue>;
}

const unitView = (row: {
  unit_id: string | null;
  unit_number: number | null;
  unit_name: string | null;
}) => ({
  unitId: row.unit_id,
  unitNumber: row.unit_number,
  unitName: row.unit_name,
});

/** `Refunded, made again`; null for cases that are open. */
function endOf({ resolutions }: CaseGroupRow): string | null {
  const [first, ...others] = resolutions.map((one) => resolutionLabels[one]);
  if (first === undefined) return null;
  return [first, ...others.map((label) => label.toLowerCase())].join(', ');
}

const groupView = (group: CaseGroupRow) =>
  ({
    id: group.group_id,
    kind: 'failedPours',
    text: failedPoursText(group, group.glasses),
    ...unitView(group),
    openedAt: group.first_at.toISOString(),
    lastAt: group.last_at.toISOString(),
    resolution: endOf(group),
    amount: group.resolutions.length > 0 ? null : toDollars(group.owed_cents),
    glasses: group.glasses,
    link: `/failures?${group.resolutions.length > 0 ? 'state=resolved&' : ''}case=${group.case_id}`,
  }) as const satisfies Partial<Issue>;

function refusedView({ refused, order }: ReadOrder) {
  const cents = order && chargedCents(order.items);
  return {
    id: refused.id,
    kind: 'refusedSales',
    text: refusedSaleText(refused.message),
    ...unitView(refused),
    openedAt: refused.first_at.toISOString(),
    lastAt: refused.last_at.toISOString(),
    resolution: refused.state === 'open' ? null : refusedSaleEnds[refused.state],
    amount: cents === null ? null : toDollars(cents),
    canBeTaken: refused.state === 'open' && order !== null,
    link: '/refused-sales',
  } as const satisfies Partial<Issue>;
}

function alertView(row: ListedAlert) {
  // A kind of a later release is shown as the least urgent one.
  const alertKind = isAlertKind(row.kind) ? row.kind : 'low';
  return {
    id: row.id,
    text: row.text,
    ...unitView(row),
    openedAt: row.opened_at.toISOString(),
    lastAt: row.last_seen_at.toISOString(),
    alertKind,
    resolution:
      row.resolved_at &&
      resolutionText(
        { openedMs: row.opened_at.getTime(), resolvedMs: row.resolved_at.getTime() },
        { isByPerson: row.resolved_by !== null, note: row.note },
      ),
    link: alertLink(alertKind, row.unit_number),
  } as const satisfies Partial<Issue>;
}
