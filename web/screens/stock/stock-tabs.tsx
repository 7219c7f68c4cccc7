import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { Link } from '../../ui/link.tsx';
import { ScreenTabs } from '../../ui/screen-tabs.tsx';

const tabs = {
  orders: 'Orders',
  deliveries: 'Deliveries',
  suppliers: 'Suppliers',
  storerooms: 'Storerooms',
} as const;
export type StockTab = keyof typeof tabs;

export const isStockTab = (text: string | undefined): text is StockTab =>
  text !== undefined && Object.hasOwn(tabs, text);

/** Tabs of Stock. */
export const StockTabs = ({ current }: { readonly current: 'stock' | StockTab }) => (
  <ScreenTabs
    label="Stock"
    tabs={[
      { label: 'On hand', href: paths.stock(), isCurrent: current === 'stock' },
      ...Object.keys(tabs)
        .filter(isStockTab)
        .map((tab) => ({
          label: tabs[tab],
          href: paths.stock({ tab }),
          isCurrent: current === tab,
        })),
    ]}
  />
);

/** Stock is a part of Refill for those who refill. */
export const refillLink = () =>
  may('stock.refill') ? <Link href={paths.refill()}>Refill</Link> : null;
