/** Human-readable labels for audit log entries. */
import { auditActionLabel } from '../../../rules/audit/audit-actions.ts';
import { drinkLimitPeriodText } from '../../../rules/venues/drink-limit.ts';
import type { AuditEntry } from '../../api/audit.ts';

const none = 'none';

const plain = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return none;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 4 });
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const percent = (value: unknown) => `${plain(value)}%`;
const minutes = (value: unknown) =>
  typeof value === 'number' && value > 0 ? drinkLimitPeriodText(value) : none;

interface ValueLabel {
  readonly label: string;
  readonly text?: (value: unknown) => string;
}

/** Labels of logged values; others use their own name. */
const values: Readonly<Record<string, ValueLabel>> = {
  taxPercentage: { label: 'Tax', text: percent },
  discountRate: { label: 'Discount', text: (rate) => percent(Number(rate) * 100) },
  drinkLimitQuantity: { label: 'Drink limit', text: (most) => plain(most === 0 ? null : most) },
  drinkLimitMinutes: { label: 'Drink limit period', text: minutes },
  keyId: { label: 'Key', text: (id) => `…${plain(id).slice(-6)}` },
  characters: { label: 'Length', text: (count) => `${plain(count)} characters` },
  clientGuid: { label: 'Client GUID' },
  provider: { label: 'Provider', text: (name) => upperFirst(plain(name)) },
  'general--double-order': { label: 'Double orders' },
  'general--inventory-management': { label: 'Inventory management' },
  'general--multiple-bottles': { label: 'One bottle per drink' },
  'general--turboshot': { label: 'Turboshot' },
  'native--show-confirmation-page-in-free-flow': { label: 'Confirmation page in free flow' },
  'general--pax-shift4': { label: 'Shift4 payments' },
};

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Converts `publicKey` to `Public key`. */
const labelOf = (name: string): string =>
  upperFirst(name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

/** Label of the action: `Made unit key`. */
export const actionText = ({ action }: AuditEntry): string => auditActionLabel(action);

/** Converts `unit 1001` to `Unit 1001`. */
export const targetText = ({ target }: AuditEntry): string => upperFirst(target);

/** The actor, and the owner acted for when different. */
export function actorText({ actor, ownerName }: AuditEntry): string {
  const who = actor || 'Not signed in';
  return ownerName === null || ownerName === actor ? who : `${who} for ${ownerName}`;
}

const valueLabelOf = (name: string): ValueLabel => values[name] ?? { label: labelOf(name) };

/**
 * One line per value, ordered by name: `Tax: 0% → 9%`. A secret with an unchanged suffix is still shown as replaced.
 */
export function changeLines({ oldValue, newValue }: AuditEntry): string[] {
  const before = oldValue ?? {};
  const after = newValue ?? {};
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const sorted = names.sort((one, other) =>
    valueLabelOf(one).label < valueLabelOf(other).label ? -1 : 1,
  );
  return sorted.map((name) => {
    const { label, text = plain } = valueLabelOf(name);
    if (!(name in before)) return `${label}: ${text(after[name])}`;
    const was = text(before[name]);
    const is = name in after ? text(after[name]) : none;
    return was === is ? `${label}: replaced (${is})` : `${label}: ${was} → ${is}`;
  });
}
