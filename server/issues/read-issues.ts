import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import type { Db } from '../../db/tables/tables.ts';
import { toDollars } from '../../lib/money.ts';
import { alertLink, isAlertKind } from '../../rules/alerts/alert-kinds.ts';
import { usualSeverity } from '../../rules/issues/issue-kinds.ts';
import { failedPoursText, refusedSaleText } from '../../rules/issues/issue-messages.ts';
import { personName } from '../../rules/users/person-name.ts';
import { type ListedAlert, listAlertsById, listNames } from '../alerts/alerts.queries.ts';
import { listOpenGroups, type OpenGroup } from '../cases/cases.queries.ts';
import { listRefusedSalesById } from '../refused-sales/refused-sales.queries.ts';
import { chargedCents, type ReadOrder, readRefusedOrders } from '../refused-sales/refused-sales.ts';
import type { IssueFilter, IssueRef } from './issues.queries.ts';

type Issue = ResponseOf<Endpoints['listIssues']>['issues'][number];
type Names = Awaited<ReturnType<typeof listNames>>;
type Page = Pick<IssueFilter, 'venueId' | 'now'>;

/** Reads the rows of a page, in its order; one that is settled meanwhile is left out. */
export async function readIssues(db: Db, page: Page, refs: readonly IssueRef[]): Promise<Issue[]> {
  const { venueId } = page;
  const idsOf = (kind: Issue['kind']) =>
    refs.filter((ref) => ref.kind === kind).map(({ id }) => id);
  const [alerts, groups, refused] = await Promise.all([
    listAlertsById(
      db,
      venueId,
      refs.flatMap(({ alert_id }) => alert_id ?? []),
    ),
    listOpenGroups(db, venueId, idsOf('failedPours')),
    listRefusedSalesById(db, venueId, idsOf('refusedSales')),
  ]);
  const names = await listNames(
    db,
    alerts.flatMap(({ acknowledged_by }) => acknowledged_by ?? []),
  );
  const alertById = new Map(alerts.map((row) => [row.id, row]));
  const groupById = new Map(groups.map((row) => [row.group_id, row]));
  const orders = await readRefusedOrders(db, refused);
  const orderById = new Map(orders.map((one) => [one.refused.id, one]));
  return refs.flatMap((ref): Issue[] => {
    const alert = ref.alert_id === null ? undefined : alertById.get(ref.alert_id);
    const whole = { ...without, ...(alert && stateView(alert, names, page.now)) };
    const [group, order] = [groupById.get(ref.id), orderById.get(ref.id)];
    if (ref.kind === 'failedPours') return group ? [{ ...whole, ...groupView(group) }] : [];
    if (ref.kind === 'refusedSales') return order ? [{ ...whole, ...refusedView(order) }] : [];
    return alert ? [{ ...whole, ...alertView(alert), kind: ref.kind }] : [];
  });
}

/** Fields of an issue without an alert. */
const without = {
  severity: usualSeverity,
  state: 'open',
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

const groupView = (group: OpenGroup) =>
  ({
    id: group.group_id,
    kind: 'failedPours',
    text: failedPoursText(group, group.glasses),
    ...unitView(group),
    openedAt: group.first_at.toISOString(),
    lastAt: group.last_at.toISOString(),
    amount: toDollars(group.owed_cents),
    glasses: group.glasses,
    link: `/failures?case=${group.case_id}`,
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
    amount: cents === null ? null : toDollars(cents),
    canBeTaken: order !== null,
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
    link: alertLink(alertKind, row.unit_number),
  } as const satisfies Partial<Issue>;
}
