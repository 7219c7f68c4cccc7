import { paths, type PriceTab } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { ScreenTabs } from '../../ui/screen-tabs.tsx';

const tabs: readonly { readonly name: PriceTab; readonly label: string }[] = [
  { name: 'list', label: 'Prices' },
  { name: 'plans', label: 'Plans' },
  { name: 'categories', label: 'Categories' },
];

export const PriceTabs = ({ current }: { readonly current: PriceTab }) => (
  <ScreenTabs
    label="Prices"
    tabs={tabs
      .filter(({ name }) => may(name === 'categories' ? 'drinks.write' : 'prices.write'))
      .map(({ name, label }) => ({
        label,
        href: paths.prices(name),
        isCurrent: name === current,
      }))}
  />
);
