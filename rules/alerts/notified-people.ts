/** Who gets a message about an alert, in which order, by which channel. */
import { offsetMsAt } from '../../lib/time-in-zone.ts';
import { type AlertKind, alertKinds, kindsOfAlerts, type Severity } from './alert-kinds.ts';
import { endOfQuiet } from './alert-text.ts';

export interface AlertSettings {
  readonly mail: readonly AlertKind[];
  readonly sms: readonly AlertKind[];
  readonly push: readonly AlertKind[];
  /** Null for all venues of the account. */
  readonly venueIds: readonly string[] | null;
  /** 0 for Sunday to 6. */
  readonly weekdays: readonly number[];
  /** Minutes after midnight in the time zone; null for none. */
  readonly quiet: { readonly fromMinutes: number; readonly toMinutes: number } | null;
  readonly timezone: string;
  readonly urgentPasses: boolean;
  readonly phone: string | null;
}

/** Of an account that has set nothing: owners get mails about what is urgent. */
export const usualAlertSettings = (isOwner: boolean): AlertSettings => ({
  mail: isOwner ? alertKinds.filter((kind) => kindsOfAlerts[kind].severity === 'urgent') : [],
  sms: [],
  venueIds: null,
  push: [],
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  quiet: null,
  timezone: 'UTC',
  urgentPasses: true,
  phone: null,
});

/** Somebody who may see the alerts of a venue. */
export interface Person {
  readonly userId: string;
  readonly isOwner: boolean;
  readonly settings: AlertSettings;
  /** Since when they are on tonight; null for those who are not. */
  readonly onTonightMs: number | null;
}

/** What is announced: an alert that opens, is more urgent than before, or is no longer snoozed. */
export interface Announcement {
  readonly kind: AlertKind;
  readonly severity: Severity;
  readonly venueId: string;
  readonly atMs: number;
}

interface Step {
  readonly userId: string;
  /** 1 at once; 2 and 3 each ten minutes later, unless somebody has acknowledged by then. */
  readonly step: 1 | 2 | 3;
  readonly dueMs: number;
}

const stepMs = 10 * 60_000;

/**
 * Who gets a message, and when, while it is not acknowledged. What is not urgent goes to all who have chosen it at once. What
 * is urgent goes to those who are on tonight, or to the first in the list, ten minutes later to the next in the list,
 * and after another ten minutes to the owner.
 * @param people in the order of the list
 */
export function stepsOf(announced: Announcement, people: readonly Person[]): Step[] {
  const { atMs } = announced;
  const chosen = people.filter((person) => isChosen(person, announced));
  const at = (step: Step['step'], { userId }: Person): Step => ({
    userId,
    step,
    dueMs: atMs + (step - 1) * stepMs,
  });
  if (announced.severity !== 'urgent') return chosen.map((person) => at(1, person));
  const present = chosen
    .filter(({ onTonightMs }) => onTonightMs !== null)
    .sort((one, other) => (one.onTonightMs ?? 0) - (other.onTonightMs ?? 0));
  const others = [
    ...chosen.filter(({ onTonightMs, isOwner }) => onTonightMs === null && !isOwner),
    ...chosen.filter(({ onTonightMs, isOwner }) => onTonightMs === null && isOwner),
  ];
  const first = present.length > 0 ? present : others.slice(0, 1);
  const [next, ...rest] = present.length > 0 ? others : others.slice(1);
  const owner = rest.find(({ isOwner }) => isOwner);
  return [
    ...first.map((person) => at(1, person)),
    ...(next ? [at(2, next)] : []),
    ...(owner ? [at(3, owner)] : []),
  ];
}

const isUrgentTonight = ({ onTonightMs }: Person, { severity }: Announcement): boolean =>
  onTonightMs !== null && severity === 'urgent';

function isChosen(person: Person, announced: Announcement): boolean {
  const { venueIds, weekdays, timezone } = person.settings;
  if (isUrgentTonight(person, announced)) return true;
  const { kind, venueId, atMs } = announced;
  return (
    chosenChannels(person, kind).length > 0 &&
    (venueIds === null || venueIds.includes(venueId)) &&
    weekdays.includes(new Date(atMs + offsetMsAt(atMs, timezone)).getUTCDay())
  );
}

export const alertChannels = ['mail', 'sms', 'push'] as const;
export type AlertChannel = (typeof alertChannels)[number];

type Chooser = Pick<Person, 'isOwner' | 'settings'>;

/** True for mails about low stock to an owner: the restock notice, which opens that alert, is mailed to owners. */
export const isRestockMail = (isOwner: boolean, kind: AlertKind, channel: AlertChannel): boolean =>
  isOwner && kind === 'low' && channel === 'mail';

const chosenChannels = ({ isOwner, settings }: Chooser, kind: AlertKind): AlertChannel[] =>
  alertChannels.filter(
    (channel) => settings[channel].includes(kind) && !isRestockMail(isOwner, kind, channel),
  );

/** Channels of a message about an alert of this kind; mail for those who are on tonight and have chosen none. */
export function channelsOf(person: Chooser, kind: AlertKind): AlertChannel[] {
  const chosen = chosenChannels(person, kind);
  return chosen.length > 0 ? chosen : ['mail'];
}

/** When a message is sent: in quiet hours at their end, together with all others. */
interface SendingTime {
  readonly dueMs: number;
  readonly isHeld: boolean;
}

/** Those who are on tonight have no quiet hours. */
export function sendingTimeOf(
  { userId, dueMs }: Step,
  { severity }: Pick<Announcement, 'severity'>,
  people: readonly Person[],
): SendingTime {
  const person = people.find((one) => one.userId === userId);
  if (!person || (person.onTonightMs !== null && severity === 'urgent'))
    return { dueMs, isHeld: false };
  if (severity === 'urgent' && person.settings.urgentPasses) return { dueMs, isHeld: false };
  const endMs = endOfQuiet(person.settings, dueMs);
  return endMs === null ? { dueMs, isHeld: false } : { dueMs: endMs, isHeld: true };
}

// Venues in the settings of one of several owners' staff. The settings are for all of these owners together: an owner
// none of whose venues is chosen, where those of others are, is not limited.

/** Owner of each venue that still exists. */
type Owners = ReadonlyMap<string, string>;

/** Settings as they hold for one owner. */
export function settingsFor(
  ownerId: string,
  settings: AlertSettings,
  owners: Owners,
): AlertSettings {
  const ids = settings.venueIds;
  if (ids === null) return settings;
  const others = ids.filter((id) => isOfAnother(ownerId, owners, id));
  if (others.length === 0) return settings;
  const own = ids.filter((id) => !others.includes(id));
  return { ...settings, venueIds: own.length === 0 ? null : own };
}

/**
 * What is stored when the settings for one owner are changed: the venues that were chosen for others stay.
 * @param before what was stored
 */
export function settingsToStore(
  ownerId: string,
  settings: AlertSettings,
  before: readonly string[] | null,
  owners: Owners,
): AlertSettings {
  const others = (before ?? []).filter((id) => isOfAnother(ownerId, owners, id));
  const all = [...(settings.venueIds ?? []), ...others];
  return { ...settings, venueIds: all.length === 0 ? null : all };
}

function isOfAnother(ownerId: string, owners: Owners, venueId: string): boolean {
  const owner = owners.get(venueId);
  return owner !== undefined && owner !== ownerId;
}
