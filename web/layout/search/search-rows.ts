/** Rows of the command palette, and how they match. */
import {
  IconBolt,
  IconBottle,
  IconBriefcase,
  IconCalendar,
  IconCpu,
  IconGlassFull,
  IconHelpCircle,
  IconInbox,
  IconLayout,
  IconMapPin,
  IconReceipt,
  IconUser,
} from '@tabler/icons-react';
import { matchSorter } from 'match-sorter';
import type { EndpointResponse } from '../../../contract/endpoints.ts';
import { fullDayName, weekdayOf } from '../../../lib/day-name.ts';
import { todayIn } from '../../../lib/day-range.ts';
import { groupBy } from '../../../lib/lists.ts';
import { formatMoney } from '../../../lib/money.ts';
import { readPayment } from '../../../rules/reports/sale-filter.ts';
import { searchedDay } from '../../../rules/search/search-days.ts';
import type { SearchedKind } from '../../../rules/search/search-words.ts';
import type { Issue } from '../../api/issues.ts';
import type { Unit } from '../../api/units.ts';
import type { Venue } from '../../api/venues.ts';
import { type HowTo, howTosFor } from '../../components/help/how-tos.ts';
import { nextStepOf, placeOf } from '../../components/issues/issue-row.tsx';
import { paths } from '../../paths.ts';
import { mayOpen } from '../../router/admission.ts';
import type { Claims } from '../../session/claims.ts';
import { type KeyedAction, keyedActions } from '../keyed-actions.ts';
import { sidebarGroups } from '../sidebar-items.ts';

/** A row: leads to a screen, or does what a key of the screen does. */
export interface SearchRow {
  /** The same for one thing, however it was found. */
  readonly id: string;
  readonly group: string;
  readonly text: string;
  readonly detail: string;
  readonly icon: typeof IconBolt;
  /** Other words by which it is found. */
  readonly words?: string;
  readonly key?: string;
  readonly href?: string;
  readonly act?: () => void;
}

const actionRow = ({ label, keys: [key], act }: KeyedAction): SearchRow => ({
  id: `action ${label}`,
  group: 'On this screen',
  text: label,
  detail: '',
  icon: IconBolt,
  ...(key !== undefined && { key }),
  act,
});

/** Screens that the sidebar has no item for: label, address, and words by which they are found. */
const others: readonly (readonly [string, string, string])[] = [
  ['Live', paths.night(), 'tonight wall'],
  ['Prices', paths.prices(), 'change'],
  ['Price plans', paths.prices('plans'), 'happy hour'],
  ['All venues', paths.allVenues(), 'owner compare'],
  ['Charts', paths.reports, 'week heat map mix breakdown'],
  ['Loss', paths.loss(), 'waste over-pour missing stock'],
  ['Costs', paths.costs, 'margin supplier bottle case'],
  ['Certificates', paths.certificates(), 'proof z-report night'],
  ['Import past sales', paths.imports(), 'csv toast square clover lightspeed'],
  ['Failed pours', paths.failures(), 'refund owed remade'],
  ['Add venue', paths.createVenue, 'new'],
  ['Profile', paths.profile(), 'account name email'],
  ['Security', paths.profile('security'), 'password passkey sign in second factor'],
  ['Notifications', paths.profile('notifications'), 'alerts reports mail'],
  ['Help', paths.help(), 'terms how'],
];

const screenRow = (text: string, href: string, icon: SearchRow['icon'], words = ''): SearchRow => ({
  id: `screen ${text}`,
  group: 'Screens',
  text,
  detail: '',
  icon,
  words,
  href,
});

function screenRows(claims: Claims, actsForOwner: boolean, venueId: string | undefined) {
  const items = sidebarGroups(claims, actsForOwner, venueId).flatMap((group) => group.items);
  const hasOwner = items.some(({ href }) => href === paths.dashboard);
  const open = others.filter(
    ([, href]) => mayOpen(claims, href.split('?')[0] ?? href) && (hasOwner || isOfAccount(href)),
  );
  return [
    ...items.map(({ label, href, icon }) => screenRow(label, href, icon)),
    ...open.map(([label, href, words]) => screenRow(label, href, IconLayout, words)),
  ];
}

const isOfAccount = (href: string): boolean => href.startsWith('/profile') || href === paths.help();

const kinds: Readonly<Record<SearchedKind, Pick<SearchRow, 'group' | 'icon'>>> = {
  venue: { group: 'Venues and units', icon: IconMapPin },
  unit: { group: 'Venues and units', icon: IconCpu },
  ingredient: { group: 'Ingredients', icon: IconBottle },
  drink: { group: 'Drinks', icon: IconGlassFull },
  person: { group: 'People', icon: IconUser },
};

/** As the server finds it. */
const unitRow = ({ _id, unitNumber, name }: Unit, venue: Venue): SearchRow => ({
  id: `unit ${_id}`,
  ...kinds.unit,
  text: `Unit ${unitNumber}`,
  detail: name ? `${name}, ${venue.name}` : venue.name,
  href: paths.unit(unitNumber, venue.id),
});

const issueRows = (issues: readonly Issue[], venueId: string): SearchRow[] =>
  issues.map(({ id, kind, text, unitNumber, link }) => ({
    id: `issue ${id}`,
    group: 'Issues',
    text,
    detail: unitNumber === null ? nextStepOf(link) : `Unit ${unitNumber} · ${nextStepOf(link)}`,
    icon: IconInbox,
    words: kind === 'failedPours' ? 'refund made again' : '',
    href: placeOf(link, venueId),
  }));

function nightRows(query: string, timezone: string, nowMs: number): SearchRow[] {
  const day = searchedDay(query, todayIn(timezone, nowMs));
  if (day === null) return [];
  return [
    {
      id: `night ${day}`,
      group: 'Nights',
      text: `Sales of ${weekdayOf(day)}, ${fullDayName(day)}`,
      detail: 'Sales report',
      icon: IconCalendar,
      href: paths.salesReport({ from: day, to: day }),
    },
  ];
}

const howTo = 'How to';

const howToRow = ({ id, task, words = '' }: HowTo): SearchRow => ({
  id,
  group: howTo,
  text: task,
  detail: 'Help',
  icon: IconHelpCircle,
  words: `${task} ${words}`,
  href: paths.help(id),
});

/** Sales of the last seven days by what a guest knows of the payment. */
function paymentRows(query: string): SearchRow[] {
  const asked = readPayment(query);
  if (asked === null) return [];
  return [
    {
      id: `payment ${query}`,
      group: 'Sales',
      text:
        'last4' in asked
          ? `Sales by a card that ends in ${asked.last4}`
          : `Sales of ${formatMoney(asked.cents / 100)}`,
      detail: 'Last 7 days',
      icon: IconReceipt,
      href: paths.salesReport({ payment: query }),
    },
  ];
}

export interface Known {
  readonly claims: Claims;
  readonly actsForOwner: boolean;
  /** The chosen venue, and its units. */
  readonly venue: Venue | undefined;
  readonly units: readonly Unit[];
  readonly issues: readonly Issue[];
  readonly timezone: string;
  readonly nowMs: number;
}

/** All that is known without a request. */
function knownRows(known: Known): SearchRow[] {
  const { claims, actsForOwner, venue, units, issues } = known;
  const actions = keyedActions();
  const keys = new Map(actions.map(({ href, keys: [key] }) => [href, key]));
  const withKey = (row: SearchRow): SearchRow => {
    const key = keys.get(row.href);
    return key === undefined ? row : { ...row, key };
  };
  return [
    ...actions.filter(({ href }) => href === undefined).map(actionRow),
    ...screenRows(claims, actsForOwner, venue?.id).map(withKey),
    ...(venue && mayOpen(claims, '/units') ? units.map((unit) => unitRow(unit, venue)) : []),
    ...(venue ? issueRows(issues, venue.id) : []),
    ...howTosFor(claims, venue !== undefined).map(howToRow),
  ];
}

/** Letters in order anywhere would match most of a long text. */
const ofWords = (key: 'words' | 'detail') => ({
  key,
  threshold: matchSorter.rankings.WORD_STARTS_WITH,
});

/** Most rows of a group. */
const mostRows = 6;

/** Rows in their groups, in which those that match best come first. */
const inGroups = (rows: readonly SearchRow[]): [string, SearchRow[]][] =>
  [...groupBy(rows, ({ group }) => group)].map(([group, inGroup]) => [
    group,
    inGroup.slice(0, mostRows),
  ]);

/** Groups that are listed before anything is typed. */
export const firstGroups = (
  lately: readonly SearchRow[],
  known: Known,
): [string, readonly SearchRow[]][] => {
  const rows = knownRows(known).filter(
    ({ group }) => group !== 'Issues' && group !== howTo && group !== kinds.unit.group,
  );
  return [...groupBy([...lately, ...rows], ({ group }) => group)];
};

/**
 * Rows that match, best first: letters in order, starts of words first, without regard to accents.
 * @param found rows of the server, which has matched them by all their words
 * @param isBehind true while they are those of what was typed before
 */
export function matchingGroups(
  query: string,
  known: Known,
  { rows: found, isBehind }: { readonly rows: readonly SearchRow[]; readonly isBehind: boolean },
): [string, readonly SearchRow[]][] {
  const readsSales = mayOpen(known.claims, '/salesreports');
  const nights = readsSales ? nightRows(query, known.timezone, known.nowMs) : [];
  // After the units, whose numbers have four digits too.
  const payments = readsSales ? paymentRows(query) : [];
  const local = knownRows(known);
  const more = found.filter(({ id }) => local.every((row) => row.id !== id));
  const ranked = matchSorter([...local, ...more], query, {
    keys: [({ group, text }) => (group === howTo ? '' : text), ofWords('words'), ofWords('detail')],
  });
  const others = isBehind ? [] : more.filter((row) => !ranked.includes(row));
  return inGroups([...nights, ...ranked, ...others, ...payments]);
}

export const foundRows = ({ results }: EndpointResponse<'searchAll'>): SearchRow[] =>
  results.map(({ kind, id, text, detail, link }) => ({
    id: `${kind} ${id}`,
    ...kinds[kind],
    text,
    detail,
    href: link,
  }));

export const ownerRows = ({ owners }: EndpointResponse<'listOwners'>): SearchRow[] =>
  owners.map(({ id, name, email }) => ({
    id: `owner ${id}`,
    group: 'Owners',
    text: name,
    detail: email,
    icon: IconBriefcase,
    href: paths.owner(id),
  }));
