import { useSearch } from '@tanstack/react-router';
import { useVenues } from '../../context/use-venues.ts';
import { MenuCategories } from './categories/menu-categories.tsx';
import { PriceList } from './price-list.tsx';
import { PricePlans } from './plans/price-plans.tsx';

/** Prices of a venue: those of its menu, the plans over them, and the categories of the menu. */
export default function PricesScreen() {
  const { tab } = useSearch({ from: '/prices' });
  const { active } = useVenues();
  if (tab === 'categories') return <MenuCategories />;
  return tab === 'plans' ? <PricePlans /> : <PriceList key={active?.id} />;
}
