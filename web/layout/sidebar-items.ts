/** Sidebar items by account type. */
import {
  IconBottle,
  IconBuildingStore,
  IconChartBar,
  IconFileText,
  IconLayoutList,
  IconPlus,
  IconShieldCog,
  IconUpload,
  IconUsers,
} from '@tabler/icons-react';
import { paths } from '../paths.ts';
import { isOwner, isSuperAdmin } from '../session/claims.ts';
import type { Claims } from '../session/claims.ts';

export interface SidebarItem {
  readonly label: string;
  readonly href: string;
  readonly icon: typeof IconBottle;
}

const venues = { label: 'Venues', href: paths.venues, icon: IconBuildingStore };
const drinkMenu = { label: 'Drink Menu', href: paths.drinkMenu, icon: IconLayoutList };
const ownerItems: readonly SidebarItem[] = [
  { label: 'Your menu', href: paths.createDrink, icon: IconBottle },
  { label: 'Add Ingredient', href: paths.createIngredient, icon: IconPlus },
  { label: 'Reports', href: paths.salesReport(), icon: IconChartBar },
];
const backToAdmin = { label: 'Super Admin', href: paths.owners(), icon: IconShieldCog };
const adminItems: readonly SidebarItem[] = [
  { label: 'Owners', href: paths.owners(), icon: IconUsers },
  { label: 'Rendering', href: paths.renderingSettings, icon: IconUpload },
  { label: 'Settings', href: paths.settings, icon: IconFileText },
];

/** @param actsForOwner true when a super admin has chosen an owner */
export function sidebarItems(claims: Claims, actsForOwner: boolean): readonly SidebarItem[] {
  const ownerSet = claims.ownerItemsHidden ? [] : ownerItems;
  if (isOwner(claims)) return ownerSet;
  if (!isSuperAdmin(claims)) return [];
  if (!actsForOwner) return adminItems;
  return claims.ownerItemsHidden ? [backToAdmin] : [venues, drinkMenu, ...ownerItems, backToAdmin];
}
