/** Issues: what needs somebody at a venue, one row per fact, whatever table it comes from. */
import { type AlertKind, alertKinds, kindsOfAlerts } from '../alerts/alert-kinds.ts';

/** In the order of the tabs; the last two are shown among all. */
export const issueKinds = ['failedPours', 'refusedSales', 'stock', 'units', 'other'] as const;
export type IssueKind = (typeof issueKinds)[number];

/** seen: somebody looks after it. Only open ones are counted; those that are resolved have a list of their own. */
export const issueStates = ['open', 'seen', 'snoozed', 'resolved'] as const;

/**
 * Kinds of alerts that are no row of their own: the drinks that failed and the refused sales are the rows, and an alert
 * about them gives its severity and who has seen it to the row.
 */
export const mergedAlerts = { failedPours: 'failures', refusedSales: 'refusedSales' } as const;

const kindByPath: Readonly<Record<string, IssueKind>> = { '/refill': 'stock', '/units': 'units' };

/** Kind of the issue that an alert is; null for one that is merged into another row. */
export function issueKindOf(alert: AlertKind): IssueKind | null {
  if (Object.values<AlertKind>(mergedAlerts).includes(alert)) return null;
  return kindByPath[kindsOfAlerts[alert].path] ?? 'other';
}

/** Kinds of alerts that are issues of this kind. */
export const alertsOfIssue = (kind: IssueKind): AlertKind[] =>
  alertKinds.filter((alert) => issueKindOf(alert) === kind);

/** Severity of what no alert is about: somebody is owed money, or a sale is not in the books. */
export const usualSeverity = 'soon';
