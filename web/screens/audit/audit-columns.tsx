import { formatMoney } from '../../../lib/money.ts';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import { auditActionLabel } from '../../../rules/audit/audit-actions.ts';
import { refundPolicyLabels, resolutionLabels } from '../../../rules/cases/case-messages.ts';
import { unitKind } from '../../../rules/units/unit-names.ts';
import { drinkLimitPeriodText } from '../../../rules/venues/attention.ts';
import type { AuditEntry } from '../../api/audit.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import styles from './audit-columns.module.css';

interface ChangeProps {
  readonly entries: MergedEntries;
  /** IANA name. */
  readonly timezone: string;
}

const Time = ({ at, timezone }: { readonly at: string; readonly timezone: string }) => (
  <time dateTime={at}>{formatInZone(Date.parse(at), timezone)}</time>
);

/** The single entries of a merged change, which open below its outcome. */
const Singles = ({ entries, timezone }: ChangeProps) =>
  entries.length > 1 && (
    <details className={styles['singles']}>
      <summary>{entries.length} changes</summary>
      <ol>
        {entries.map((entry) => (
          <li key={entry.id}>
            {changeLines(entry, timezone).join(' · ')}{' '}
            <span className="dim">
              <Time at={entry.at} timezone={timezone} />
            </span>
          </li>
        ))}
      </ol>
    </details>
  );

/** Lines of the whole change; several entries can end where they began. */
function wholeLines(entries: MergedEntries, timezone: string): readonly string[] {
  const lines = changeLines(wholeOf(entries), timezone);
  return lines.length === 0 && entries.length > 1 ? ['As before in the end'] : lines;
}

const Change = ({ entries, timezone }: ChangeProps) => (
  <>
    {wholeLines(entries, timezone).map((line) => (
      <span key={line} className={styles['line']}>
        {line}
      </span>
    ))}
    <Singles entries={entries} timezone={timezone} />
  </>
);

/** Compact form for narrow windows. */
function inOneLine(entries: MergedEntries, timezone: string) {
  const text = wholeLines(entries, timezone).join(' · ');
  return text === '' ? null : (
    <span className={styles['words']}>
      {text}
      <Singles entries={entries} timezone={timezone} />
    </span>
  );
}

const Who = ({ entry, by = false }: { readonly entry: AuditEntry; readonly by?: boolean }) => (
  <span className={styles['words']}>
    {by && 'by '}
    {actorText(entry)}
    {entry.actorEmail !== null && (
      <span className={by ? styles['email-in-line'] : styles['email']}>{entry.actorEmail}</span>
    )}
  </span>
);

const target = ([entry]: MergedEntries) => (
  <span className={styles['words']}>{targetText(entry)}</span>
);

/** @param timezone IANA name of the zone for times */
export function auditColumns(timezone: string): DataColumn<MergedEntries>[] {
  const time = ([{ at }]: MergedEntries) => <Time at={at} timezone={timezone} />;
  return [
    {
      id: 'action',
      header: 'Action',
      chars: 14,
      cell: ([entry]) => <span className="medium">{actionText(entry)}</span>,
    },
    {
      id: 'target',
      header: 'Target',
      width: '20%',
      from: 'wide',
      chars: 16,
      cell: target,
      folded: target,
    },
    {
      id: 'who',
      header: 'Who',
      width: '20%',
      from: 'wide',
      chars: 14,
      cell: ([entry]) => <Who entry={entry} />,
      folded: ([entry]) => <Who entry={entry} by />,
    },
    {
      id: 'change',
      header: 'Before → after',
      width: '26%',
      from: 'medium',
      chars: 20,
      cell: (entries) => <Change entries={entries} timezone={timezone} />,
      folded: (entries) => inOneLine(entries, timezone),
    },
    {
      id: 'time',
      header: 'Time',
      width: 222,
      align: 'end',
      from: 'medium',
      leads: true,
      chars: 24,
      cell: time,
      folded: time,
    },
  ];
}

// Human-readable labels for audit log entries.

const none = 'none';

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** @param timezone IANA name of the zone for times */
function plain(value: unknown, timezone: string): string {
  if (value === null || value === undefined || value === '') return none;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 4 });
  if (typeof value !== 'string') return JSON.stringify(value);
  return isoTime.test(value) ? formatInZone(Date.parse(value), timezone) : value;
}

type Text = (value: unknown, timezone: string) => string;

const percent: Text = (value, timezone) => `${plain(value, timezone)}%`;
const money: Text = (value, timezone) =>
  typeof value === 'number' ? formatMoney(value) : plain(value, timezone);
const minutes: Text = (value) =>
  typeof value === 'number' && value > 0 ? drinkLimitPeriodText(value) : none;

interface ValueLabel {
  readonly label: string;
  readonly text?: Text;
}

/** What has ended the acting for an owner. */
const actingEnds: Readonly<Record<string, string>> = {
  request: 'the super administrator',
  time: 'the time limit',
  'sign-out': 'signing out',
};

const signInMethods: Readonly<Record<string, string>> = {
  password: 'password',
  passkey: 'passkey',
  code: 'password and code',
};

const accountTypes: Readonly<Record<string, string>> = {
  SUPER_ADMIN: 'super administrator',
  owner: 'owner',
  customer: 'customer',
};

/** The last characters of an identifier, which differ. */
const identifier: Text = (id, zone) => `…${plain(id, zone).slice(-6)}`;

const labelIn =
  (labels: Readonly<Record<string, string>>): Text =>
  (value, zone) =>
    labels[String(value)] ?? plain(value, zone);

const uuids = /^[0-9a-f-]{36}(, [0-9a-f-]{36})*$/;

/** Names; entries of earlier releases have the ids of the venues, or their number. */
const venueNames: Text = (venues, zone) => {
  if (typeof venues !== 'string' || !uuids.test(venues)) return plain(venues, zone);
  const { length } = venues.split(', ');
  return length === 1 ? '1 venue' : `${length} venues`;
};

/** Labels of logged values; others use their own name. */
const values: Readonly<Record<string, ValueLabel>> = {
  taxPercentage: { label: 'Tax', text: percent },
  discountRate: { label: 'Discount', text: (rate, zone) => percent(Number(rate) * 100, zone) },
  drinkLimitQuantity: {
    label: 'Drink limit',
    text: (most, zone) => plain(most === 0 ? null : most, zone),
  },
  drinkLimitMinutes: { label: 'Drink limit period', text: minutes },
  keyId: { label: 'Key', text: identifier },
  wallId: { label: 'Link', text: identifier },
  order: { label: 'Order', text: identifier },
  characters: { label: 'Length', text: (count, zone) => `${plain(count, zone)} characters` },
  category: { label: 'Type', text: (category) => unitKind(String(category)) },
  clientGuid: { label: 'Client GUID' },
  doneAt: { label: 'Done' },
  deployDate: { label: 'Published' },
  entryPagePath: { label: 'First page' },
  pathName: { label: 'Address' },
  firstWeekday: { label: 'Weeks begin on', text: (day, zone) => upperFirst(plain(day, zone)) },
  provider: { label: 'Provider', text: (name, zone) => upperFirst(plain(name, zone)) },
  price: { label: 'Price', text: money },
  doublePrice: { label: 'Price for Double', text: money },
  tareWeight: { label: 'Empty bottle, g' },
  density: { label: 'Density, g per ml' },
  stripeReaderId: { label: 'Stripe reader' },
  paxShift4ReaderId: { label: 'Shift4 reader' },
  amount: { label: 'Amount', text: money },
  owed: { label: 'Owed', text: money },
  cap: { label: 'Most in a night', text: money },
  cost: { label: 'Cost', text: money },
  total: { label: 'Total', text: money },
  managerRefundLimit: { label: 'Managers refund up to', text: money },
  resolution: { label: 'Settled as', text: labelIn(resolutionLabels) },
  policy: { label: 'Refund automatically', text: labelIn(refundPolicyLabels) },
  delayMinutes: { label: 'Minutes after the sale' },
  minutes: { label: 'For', text: minutes },
  venues: { label: 'Venues', text: venueNames },
  bottleMl: { label: 'Bottle, ml' },
  caseSize: { label: 'Bottles in a case' },
  deliveryDays: { label: 'Days between deliveries' },
  leadDays: { label: 'Lead time in days' },
  accountType: { label: 'Account type', text: labelIn(accountTypes) },
  method: { label: 'With', text: labelIn(signInMethods) },
  attempts: { label: 'Failed within the hour' },
  endedBy: { label: 'Ended by', text: labelIn(actingEnds) },
  'general--double-order': { label: 'Double orders' },
  'general--inventory-management': { label: 'Inventory management' },
  'general--multiple-bottles': { label: 'One bottle per drink' },
  'general--turboshot': { label: 'Turboshot' },
  'native--show-confirmation-page-in-free-flow': { label: 'Confirmation page in free flow' },
  'general--pax-shift4': { label: 'Shift4 payments' },
};

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Converts `publicKey` to `Public key`. */
const labelOf = (name: string): string =>
  upperFirst(name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

const valueLabelOf = (name: string): ValueLabel => values[name] ?? { label: labelOf(name) };

/** Feature that an entry turns on or off. */
function switched({ action, newValue }: AuditEntry): readonly [string, unknown] | undefined {
  return action === 'flag.set' ? Object.entries(newValue ?? {})[0] : undefined;
}

/** Label of the action: `Created key`, `Turned on double orders`. */
export function actionText(entry: AuditEntry): string {
  const [flag, isOn] = switched(entry) ?? [];
  if (flag === undefined) return auditActionLabel(entry.action);
  const { label } = valueLabelOf(flag);
  const feature = label.startsWith('Shift4') ? label : lowerFirst(label);
  return `Turned ${isOn === true ? 'on' : 'off'} ${feature}`;
}

/** Converts `unit 1001` to `Unit 1001`; an email of a person stays as it is. */
export const targetText = ({ target }: AuditEntry): string =>
  /^\S+@/.test(target) ? target : upperFirst(target);

/** The person, and the owner acted for unless it is the same account. */
export function actorText({ actor, actorId, onBehalfOf, ownerName }: AuditEntry): string {
  const who = actor || 'Not signed in';
  const isOwn = ownerName === null || actorId === onBehalfOf || ownerName === actor;
  return isOwn ? who : `${who} for ${ownerName}`;
}

/** Credentials are shown by their last characters, which may be those of the one before. */
const isMasked = (text: string) => text.startsWith('••••');

/** Sign-ins say where from. */
const addressLines = ({ action, address }: AuditEntry): string[] =>
  action.startsWith('sign_in.') ? [`From: ${address}`] : [];

/**
 * One line per value that changed, ordered by name: `Tax: 0% → 9%`. A secret with an unchanged suffix is still shown as
 * replaced.
 * @param timezone IANA name of the zone for times
 */
export function changeLines(entry: AuditEntry, timezone: string): string[] {
  if (switched(entry)) return [];
  const before = entry.oldValue ?? {};
  const after = entry.newValue ?? {};
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const sorted = names.sort((one, other) =>
    valueLabelOf(one).label < valueLabelOf(other).label ? -1 : 1,
  );
  const lines = sorted.flatMap((name) => {
    const { label, text = plain } = valueLabelOf(name);
    if (!(name in before)) return [`${label}: ${text(after[name], timezone)}`];
    const was = text(before[name], timezone);
    const is = name in after ? text(after[name], timezone) : none;
    if (was !== is) return [`${label}: ${was} → ${is}`];
    return isMasked(is) ? [`${label}: replaced (${is})`] : [];
  });
  return [...lines, ...addressLines(entry)];
}

// Changes that belong together on display: those of one person to one field, a few minutes apart.

/** Entries of one change, newest first. */
export type MergedEntries = readonly [AuditEntry, ...AuditEntry[]];

const longestMs = 10 * 60_000;

const namesOf = (values: AuditEntry['oldValue']): string =>
  Object.keys(values ?? {})
    .toSorted()
    .join();

/** The values follow each other. A name is part of the target, which then differs in each entry. */
const follows = (later: AuditEntry, earlier: AuditEntry): boolean =>
  namesOf(later.oldValue).split(',').includes('name') &&
  JSON.stringify(later.oldValue) === JSON.stringify(earlier.newValue);

function belongs([newest, ...rest]: MergedEntries, entry: AuditEntry): boolean {
  const oldest = rest.at(-1) ?? newest;
  return (
    entry.oldValue !== null &&
    entry.newValue !== null &&
    namesOf(entry.oldValue) === namesOf(newest.oldValue) &&
    namesOf(entry.newValue) === namesOf(newest.newValue) &&
    entry.action === newest.action &&
    entry.actorId === newest.actorId &&
    entry.actor === newest.actor &&
    entry.onBehalfOf === newest.onBehalfOf &&
    Date.parse(newest.at) - Date.parse(entry.at) <= longestMs &&
    (entry.target === oldest.target || follows(oldest, entry))
  );
}

/** @param entries newest first; each change is returned where its newest entry was */
export function mergeEntries(entries: readonly AuditEntry[]): MergedEntries[] {
  const merged: [AuditEntry, ...AuditEntry[]][] = [];
  for (const entry of entries) {
    const group = merged.find((one) => belongs(one, entry));
    if (group) group.push(entry);
    else merged.push([entry]);
  }
  return merged;
}

/** The change as one entry: from the values before the first to those after the last. */
export const wholeOf = ([newest, ...rest]: MergedEntries): AuditEntry => ({
  ...newest,
  oldValue: (rest.at(-1) ?? newest).oldValue,
});
