import { paths, type PriceTab } from '../paths.ts';
import { may } from '../session/permissions.ts';
import { ScreenTabs } from '../ui/screen-tabs.tsx';

/** The drinks, which have a screen of their own, and the parts of Prices. */
type MenuTab = PriceTab | 'drinks';

const tabs: readonly { readonly name: MenuTab; readonly label: string }[] = [
  { name: 'drinks', label: 'Drinks' },
  { name: 'list', label: 'Prices' },
  { name: 'plans', label: 'Plans' },
  { name: 'categories', label: 'Categories' },
];

const isOfPrices = (name: MenuTab): boolean => name === 'list' || name === 'plans';

/** Tabs of Menu and prices. */
export const MenuTabs = ({ current }: { readonly current: MenuTab }) => (
  <ScreenTabs
    label="Menu and prices"
    tabs={tabs
      .filter(({ name }) => may(isOfPrices(name) ? 'prices.write' : 'drinks.write'))
      .map(({ name, label }) => ({
        label,
        href: name === 'drinks' ? paths.drinkMenu : paths.prices(name),
        isCurrent: name === current,
      }))}
  />
);
