/** Sidebar items by account type: the specified items, and the groups below them. */
import {
  IconBottle,
  IconBuildingStore,
  IconChartBar,
  IconFileText,
  IconGauge,
  IconAlertCircle,
  IconHistory,
  IconCpu,
  IconLayoutList,
  IconPackage,
  IconPlus,
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
  /** Paths, with all below them, for which the item is highlighted besides its own. */
  readonly covers?: readonly string[];
  /** What the number after the label counts. */
  readonly counts?: 'open cases';
  /** Path in the route table, where it is not that of the link. */
  readonly needs?: string;
}

export interface SidebarGroup {
  /** null for the specified items, which have no heading. */
  readonly heading: string | null;
  readonly items: readonly SidebarItem[];
}

const venues = { label: 'Venues', href: paths.venues, icon: IconBuildingStore };
const drinkMenu = { label: 'Drink Menu', href: paths.drinkMenu, icon: IconLayoutList };
const ownerItems: readonly SidebarItem[] = [
  { label: 'Your menu', href: paths.createDrink, icon: IconBottle, covers: ['/ingredients'] },
  { label: 'Add Ingredient', href: paths.createIngredient, icon: IconPlus },
  { label: 'Reports', href: paths.salesReport(), icon: IconChartBar, covers: [paths.reports] },
];
const backToAdmin = {
  label: 'Super Admin',
  href: paths.owners(),
  icon: IconShieldCog,
  covers: [paths.renderingSettings],
};
const adminItems: readonly SidebarItem[] = [
  {
    label: 'Owners',
    href: paths.owners(),
    icon: IconUsers,
    covers: [paths.audit(), paths.help(), paths.profile, paths.version],
  },
  { label: 'Rendering', href: paths.renderingSettings, icon: IconUpload },
  { label: 'Settings', href: paths.settings, icon: IconFileText },
];

/** The groups of an owner, or of a super admin acting for one. */
const ownerGroups = (venueId: string | undefined): readonly SidebarGroup[] => [
  {
    heading: 'Tonight',
    items: [
      {
        label: 'Overview',
        href: paths.dashboard,
        icon: IconGauge,
        covers: ['/refused-sales', paths.alerts(), paths.help(), paths.profile, paths.version],
      },
      { label: 'Live', href: paths.night(), icon: IconChartBar },
      {
        label: 'Failed pours',
        href: paths.failures(),
        icon: IconAlertCircle,
        counts: 'open cases',
      },
      { label: 'Refill', href: paths.refill(), icon: IconPackage },
      { label: 'Units', href: paths.units(), icon: IconCpu },
    ],
  },
  {
    heading: 'Business',
    items: [
      { label: 'Menu and prices', href: paths.drinkMenu, icon: IconLayoutList },
      {
        label: 'Units and venue',
        href: venueId === undefined ? paths.venues : paths.venue(venueId),
        icon: IconBuildingStore,
        covers: [paths.venues, paths.settings],
        needs: paths.venues,
      },
      { label: 'People', href: paths.people, icon: IconUsers },
      { label: 'Activity log', href: paths.audit(), icon: IconHistory },
    ],
  },
];

function specifiedItems(claims: Claims, actsForOwner: boolean): readonly SidebarItem[] {
  const ownerSet = claims.ownerItemsHidden ? [] : ownerItems;
  if (isOwner(claims)) return ownerSet;
  if (!isSuperAdmin(claims)) return [];
  if (!actsForOwner) return adminItems;
  return claims.ownerItemsHidden ? [backToAdmin] : [venues, drinkMenu, ...ownerItems, backToAdmin];
}

/** The items of an owner whose screens the role permits; no group is empty. */
function staffGroups(claims: Claims, venueId: string | undefined): readonly SidebarGroup[] {
  const groups = [{ heading: null, items: ownerItems }, ...ownerGroups(venueId)];
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
  const inOwner = isOwner(claims) || (isSuperAdmin(claims) && actsForOwner);
  return [
    { heading: null, items: specifiedItems(claims, actsForOwner) },
    ...(inOwner && !claims.ownerItemsHidden ? ownerGroups(venueId) : []),
  ];
}

const isBelow = (pathname: string, path: string) =>
  pathname === path || pathname.startsWith(`${path}/`);

/** Highlighted item: of those that cover the path the closest one, and the first of several. */
export function highlightedItem(
  pathname: string,
  groups: readonly SidebarGroup[],
): SidebarItem | undefined {
  // A super admin acting for an owner sees the drink menu on the root path.
  const shown = pathname === paths.root ? paths.drinkMenu : pathname;
  let closest: { item: SidebarItem; length: number } | undefined;
  for (const item of groups.flatMap(({ items }) => items)) {
    for (const path of [item.href, ...(item.covers ?? [])]) {
      const { length } = path;
      if (isBelow(shown, path) && length > (closest?.length ?? 0)) closest = { item, length };
    }
  }
  return closest?.item;
}
