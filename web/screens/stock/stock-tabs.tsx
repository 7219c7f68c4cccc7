import { paths } from '../../paths.ts';
import { ScreenTabs } from '../../ui/screen-tabs.tsx';

/** Tabs of Stock. */
export const StockTabs = ({ current }: { readonly current: 'stock' | 'deliveries' }) => (
  <ScreenTabs
    label="Stock"
    tabs={[
      { label: 'On hand', href: paths.stock(), isCurrent: current === 'stock' },
      {
        label: 'Deliveries',
        href: paths.stock({ tab: 'deliveries' }),
        isCurrent: current === 'deliveries',
      },
    ]}
  />
);
