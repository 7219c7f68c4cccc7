/** Causes of alerts: how urgent each is, and how long it has to last. */

export const severities = ['urgent', 'soon', 'later'] as const;
export type Severity = (typeof severities)[number];

/** Kinds in the order in which settings list them. */
export const alertKinds = [
  'out',
  'outSoon',
  'offline',
  'silent',
  'reader',
  'failing',
  'failures',
  'refundStuck',
  'refusedSales',
  'clock',
  'refundCap',
  'revokedKey',
  'messages',
  'low',
] as const;
export type AlertKind = (typeof alertKinds)[number];

const minuteMs = 60_000;

interface KindOfAlert {
  /** Of a cause that states none. */
  readonly severity: Severity;
  /** The cause has to last so long before the alert opens. */
  readonly opensAfterMs: number;
  /** The cause has to be absent so long before the alert is resolved. */
  readonly endsAfterMs: number;
  /** Name in settings. */
  readonly label: string;
}

const kindOf = (
  severity: Severity,
  opensAfterMinutes: number,
  endsAfterMinutes: number,
  label: string,
): KindOfAlert => ({
  severity,
  opensAfterMs: opensAfterMinutes * minuteMs,
  endsAfterMs: endsAfterMinutes * minuteMs,
  label,
});

export const kindsOfAlerts: Readonly<Record<AlertKind, KindOfAlert>> = {
  out: kindOf('urgent', 0, 0, 'An ingredient is out'),
  outSoon: kindOf('urgent', 0, 10, 'Runs out before close'),
  offline: kindOf('urgent', 3, 2, 'A unit is offline'),
  silent: kindOf('urgent', 0, 0, 'A unit has stopped selling'),
  reader: kindOf('urgent', 2, 5, 'Card reader fails'),
  failing: kindOf('urgent', 0, 15, 'Many drinks fail'),
  failures: kindOf('urgent', 0, 0, 'Five or more failures at a position'),
  refundStuck: kindOf('soon', 0, 0, 'A refund takes over an hour'),
  refusedSales: kindOf('soon', 0, 0, 'Sales of a unit are refused'),
  clock: kindOf('soon', 0, 0, 'The clock of a unit is wrong'),
  refundCap: kindOf('soon', 0, 0, 'Automatic refunds reached their cap'),
  revokedKey: kindOf('soon', 0, 0, 'A revoked key is used'),
  messages: kindOf('soon', 0, 0, 'Messages cannot be delivered'),
  low: kindOf('later', 0, 0, 'Stock is low'),
};

/** True for the first when it is the more urgent. */
export const isMoreUrgent = (one: Severity, other: Severity): boolean =>
  severities.indexOf(one) < severities.indexOf(other);
