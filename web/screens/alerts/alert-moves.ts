/** Order of the alerts of a list, and which one is next. */
import { type Severity, severities } from '../../../rules/alerts/alert-kinds.ts';

interface Listed {
  readonly id: string;
  readonly severity: Severity;
}

/** Open alerts as the list shows them: by severity, newest first within each. Resolved ones stay newest first. */
export const inOrder = <T extends Listed>(alerts: readonly T[], isOpen: boolean): readonly T[] =>
  isOpen
    ? severities.flatMap((severity) => alerts.filter((one) => one.severity === severity))
    : alerts;

/** The alert one further down or up: the first where none is shown, and the same at either end. */
export function moved<T extends Listed>(
  alerts: readonly T[],
  shownId: string | undefined,
  by: 1 | -1,
): T | undefined {
  const at = alerts.findIndex(({ id }) => id === shownId);
  return alerts[Math.max(0, Math.min(alerts.length - 1, at + by))];
}

/** The alert to show after one is resolved: the next, or the one before the last. */
export function afterResolved<T extends Listed>(
  alerts: readonly T[],
  resolvedId: string,
): T | undefined {
  const at = alerts.findIndex(({ id }) => id === resolvedId);
  return at < 0 ? undefined : (alerts[at + 1] ?? alerts[at - 1]);
}
