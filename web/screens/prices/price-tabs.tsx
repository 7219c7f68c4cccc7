import { paths } from '../../paths.ts';
import { ScreenTabs } from '../../ui/screen-tabs.tsx';

export const PriceTabs = ({ current }: { readonly current: 'list' | 'plans' }) => (
  <ScreenTabs
    label="Prices"
    tabs={[
      { label: 'Prices', href: paths.prices(), isCurrent: current === 'list' },
      { label: 'Plans', href: paths.prices('plans'), isCurrent: current === 'plans' },
    ]}
  />
);
