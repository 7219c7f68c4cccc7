import { useSearch } from '@tanstack/react-router';
import { PriceList } from './price-list.tsx';
import { PricePlans } from './plans/price-plans.tsx';

/** Prices of a venue: those of its menu, and the plans over them. */
export default function PricesScreen() {
  const { tab } = useSearch({ from: '/prices' });
  return tab === 'plans' ? <PricePlans /> : <PriceList />;
}
