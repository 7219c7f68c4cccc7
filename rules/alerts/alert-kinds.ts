/** Causes of alerts: how urgent each is, and how long it has to last. */

export const severities = ['urgent', 'soon', 'later'] as const;
export type Severity = (typeof severities)[number];

const minuteMs = 60_000;

interface KindOfAlert {
  /** Of a cause that states none. */
  readonly severity: Severity;
  /** The cause has to last so long before the alert opens. */
  readonly opensAfterMs: number;
  /** The cause has to be absent so long before the alert is resolved. */
  readonly endsAfterMs: number;
  /** Path of the screen on which the cause is settled; `/units` is completed by the number of the unit. */
  readonly path: string;
  /** Name in settings. */
  readonly label: string;
}

const kindOf = (
  severity: Severity,
  [opensAfterMinutes, endsAfterMinutes]: readonly [number, number],
  path: string,
  label: string,
): KindOfAlert => ({
  severity,
  opensAfterMs: opensAfterMinutes * minuteMs,
  endsAfterMs: endsAfterMinutes * minuteMs,
  path,
  label,
});

/** In the order in which settings list them. */
export const kindsOfAlerts = {
  out: kindOf('urgent', [0, 0], '/refill', 'An ingredient is out'),
  outSoon: kindOf('urgent', [0, 10], '/refill', 'Runs out before close'),
  offline: kindOf('urgent', [3, 2], '/units', 'A unit is offline'),
  silent: kindOf('urgent', [0, 0], '/units', 'A unit has stopped selling'),
  reader: kindOf('urgent', [2, 5], '/units', 'Card reader fails'),
  failing: kindOf('urgent', [0, 15], '/units', 'Many drinks fail'),
  failures: kindOf('urgent', [0, 0], '/failures', 'Five or more failures at a position'),
  refundStuck: kindOf('soon', [0, 0], '/salesreports', 'A refund takes over an hour'),
  refusedSales: kindOf('soon', [0, 0], '/refused-sales', 'Sales of a unit are refused'),
  clock: kindOf('soon', [0, 0], '/units', 'The clock of a unit is wrong'),
  refundCap: kindOf('soon', [0, 0], '/failures', 'Automatic refunds reached their cap'),
  revokedKey: kindOf('soon', [0, 0], '/units', 'A revoked key is used'),
  messages: kindOf('soon', [0, 0], '/dashboard', 'Messages cannot be delivered'),
  webhook: kindOf('soon', [0, 0], '/developers', 'A webhook was turned off'),
  low: kindOf('later', [0, 0], '/refill', 'Stock is low'),
} as const;

export type AlertKind = keyof typeof kindsOfAlerts;

export const isAlertKind = (kind: string): kind is AlertKind => Object.hasOwn(kindsOfAlerts, kind);

export const alertKinds = Object.keys(kindsOfAlerts).filter(isAlertKind);

/** True for the first when it is the more urgent. */
export const isMoreUrgent = (one: Severity, other: Severity): boolean =>
  severities.indexOf(one) < severities.indexOf(other);

/** Address of the screen on which the cause of an alert is settled, from the root of the dashboard. */
export function alertLink(kind: AlertKind, unitNumber: number | null): string {
  const { path } = kindsOfAlerts[kind];
  return path === '/units' && unitNumber !== null ? `/units/${unitNumber}` : path;
}
