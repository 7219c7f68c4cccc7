/** Sidebar items by account type: the specified items, and the groups below them. */
import {
  IconBottle,
  IconBriefcase,
  IconBuildingStore,
  IconCpu,
  IconFileText,
  IconGauge,
  IconHistory,
  IconInbox,
  IconListDetails,
  IconMapPin,
  IconPackage,
  IconPlus,
  IconReport,
  IconShieldCog,
  IconUpload,
  IconUsers,
} from '@tabler/icons-react';
import { paths } from '../paths.ts';
import { isOwner, isStaff, isSuperAdmin } from '../session/claims.ts';
import type { Claims } from '../session/claims.ts';
import { mayOpen } from '../router/admission.ts';

export interface SidebarItem {
  readonly label: string;
  readonly href: string;
  readonly icon: typeof IconBottle;
  /** Letter that leads there after `g`; no two items of an account have the same. */
  readonly letter?: string;
  /** Paths, with all below them, for which the item is highlighted besides its own. */
  readonly covers?: readonly string[];
  /** What the number after the label counts. */
  readonly counts?: 'open issues';
  /** Indented below the item before it, whose part it is. */
  readonly isPart?: boolean;
  /** The screens of the item are tabs, of which one is the current page. */
  readonly hasTabs?: boolean;
  /** Path in the route table, where it is not that of the link. */
  readonly needs?: string;
}

export interface SidebarGroup {
  /** null for the specified items, which have no heading. */
  readonly heading: string | null;
  readonly items: readonly SidebarItem[];
}

const venues = { label: 'Venues', href: paths.venues, icon: IconMapPin };
const drinkMenu = {
  label: 'Drink Menu',
  href: paths.drinkMenu,
  icon: IconListDetails,
  letter: 'd',
  covers: [paths.prices()],
  hasTabs: true,
};
const ownerItems: readonly SidebarItem[] = [
  {
    label: 'Your menu',
    href: paths.createDrink,
    icon: IconBottle,
    letter: 'm',
    covers: ['/ingredients'],
  },
  { label: 'Add Ingredient', href: paths.createIngredient, icon: IconPlus, isPart: true },
  {
    label: 'Reports',
    href: paths.salesReport(),
    icon: IconReport,
    letter: 'r',
    covers: [paths.reports, paths.allVenues(), paths.costs, paths.accounting()],
  },
];
const backToAdmin = {
  label: 'Super Admin',
  href: paths.owners(),
  icon: IconShieldCog,
  letter: 'w',
  covers: [paths.renderingSettings],
};
const adminItems: readonly SidebarItem[] = [
  { label: 'Owners', href: paths.owners(), icon: IconBriefcase, letter: 'w' },
  { label: 'Rendering', href: paths.renderingSettings, icon: IconUpload, letter: 'n' },
  { label: 'Settings', href: paths.settings, icon: IconFileText, letter: 's' },
];

const activityLog = { label: 'Activity log', href: paths.audit(), icon: IconHistory, letter: 'a' };
const supportItems: readonly SidebarItem[] = [
  { label: 'Fleet', href: paths.fleet(), icon: IconCpu, letter: 'l' },
  activityLog,
];

/**
 * The groups of an owner, or of a super admin acting for one, who has the drink menu among the specified items.
 * @param refills false for those who only read the stock, which is a part of Refill for all others
 */
function ownerGroups(
  venueId: string | undefined,
  hasDrinkMenu: boolean,
  refills = true,
): readonly SidebarGroup[] {
  const tonight: readonly SidebarItem[] = [
    {
      label: 'Overview',
      href: paths.dashboard,
      icon: IconGauge,
      letter: 'o',
      covers: [paths.night()],
      hasTabs: true,
    },
    {
      label: 'Issues',
      href: paths.alerts(),
      icon: IconInbox,
      letter: 'i',
      covers: [paths.failures(), '/refused-sales'],
      counts: 'open issues',
      hasTabs: true,
    },
    refills
      ? {
          label: 'Refill',
          href: paths.refill(),
          icon: IconPackage,
          letter: 'f',
          covers: [paths.stock()],
        }
      : { label: 'Stock', href: paths.stock(), icon: IconPackage, letter: 's' },
  ];
  const prices = {
    label: 'Menu and prices',
    href: paths.drinkMenu,
    icon: IconListDetails,
    letter: 'd',
    covers: [paths.prices()],
    hasTabs: true,
  };
  const bar: readonly SidebarItem[] = [
    { label: 'Units', href: paths.units(), icon: IconCpu, letter: 'u' },
    ...(hasDrinkMenu ? [] : [prices]),
  ];
  const business: readonly SidebarItem[] = [
    {
      label: 'Venue',
      href: venueId === undefined ? paths.venues : paths.venue(venueId),
      icon: IconBuildingStore,
      letter: 'v',
      covers: [paths.venues],
      needs: paths.venues,
    },
    {
      label: 'People',
      href: paths.people,
      icon: IconUsers,
      letter: 'p',
      covers: [paths.developers],
    },
    activityLog,
  ];
  return [
    { heading: 'Tonight', items: tonight },
    { heading: 'Bar', items: bar },
    { heading: 'Business', items: business },
  ];
}

function specifiedItems(claims: Claims, actsForOwner: boolean): readonly SidebarItem[] {
  const ownerSet = claims.ownerItemsHidden ? [] : ownerItems;
  if (isOwner(claims)) return ownerSet;
  if (!isSuperAdmin(claims)) return [];
  if (!actsForOwner) return adminItems;
  return claims.ownerItemsHidden ? [backToAdmin] : [venues, drinkMenu, ...ownerItems, backToAdmin];
}

/** The items of an owner whose screens the role permits; no group is empty. */
function staffGroups(claims: Claims, venueId: string | undefined): readonly SidebarGroup[] {
  const refills = mayOpen(claims, paths.refill());
  const groups = [{ heading: null, items: ownerItems }, ...ownerGroups(venueId, false, refills)];
  const permitted = groups.map(({ heading, items }) => ({
    heading,
    items: items.filter(({ href, needs }) => mayOpen(claims, needs ?? href)),
  }));
  return permitted.filter(({ items }) => items.length > 0);
}

/**
 * @param actsForOwner true when a super admin has chosen an owner
 * @param venueId the chosen venue; undefined while loading
 */
export function sidebarGroups(
  claims: Claims,
  actsForOwner: boolean,
  venueId?: string,
): readonly SidebarGroup[] {
  if (isStaff(claims)) return staffGroups(claims, venueId);
  const isActing = isSuperAdmin(claims) && actsForOwner;
  const inOwner = isOwner(claims) || isActing;
  return [
    { heading: null, items: specifiedItems(claims, actsForOwner) },
    ...(isSuperAdmin(claims) && !actsForOwner ? [{ heading: 'Support', items: supportItems }] : []),
    ...(inOwner && !claims.ownerItemsHidden ? ownerGroups(venueId, isActing) : []),
  ];
}

/** Items of the bar at the lower edge of a phone, the first four that the sidebar has. */
const barLabels = [
  'Overview',
  'Issues',
  'Refill',
  'Your menu',
  'Reports',
  'Owners',
  'Fleet',
  'Rendering',
  'Settings',
  'Activity log',
];

export function barItems(groups: readonly SidebarGroup[]): readonly SidebarItem[] {
  const items = groups.flatMap((group) => group.items);
  return barLabels.flatMap((label) => items.find((item) => item.label === label) ?? []).slice(0, 4);
}

const isBelow = (pathname: string, path: string) =>
  pathname === path || pathname.startsWith(`${path}/`);

/** Path of the screen. A super admin acting for an owner sees the drink menu on the root path. */
const shownPath = (pathname: string): string =>
  pathname === paths.root ? paths.drinkMenu : pathname;

/** Relation of the highlighted item to the screen: this page, or the part that it belongs to. */
export const currentOf = ({ href, hasTabs }: SidebarItem, pathname: string): 'page' | 'true' =>
  href === shownPath(pathname) && !hasTabs ? 'page' : 'true';

/**
 * Highlighted item: of those that cover the path the closest one, and the first of several; none for a screen without an
 * entry, such as the profile.
 */
export function highlightedItem(
  pathname: string,
  groups: readonly SidebarGroup[],
): SidebarItem | undefined {
  const shown = shownPath(pathname);
  let closest: { item: SidebarItem; length: number } | undefined;
  for (const item of groups.flatMap(({ items }) => items)) {
    for (const path of [item.href, ...(item.covers ?? [])]) {
      const { length } = path;
      if (isBelow(shown, path) && length > (closest?.length ?? 0)) closest = { item, length };
    }
  }
  return closest?.item;
}
