import { useQuery } from '@tanstack/react-query';
import { stockForecastQuery } from '../../api/stock-forecast.ts';
import { NoticesCard } from './notices-card.tsx';
import { RunOutCard } from './run-out-card.tsx';
import styles from './dashboard-screen.module.css';

interface StockCardsProps {
  readonly venueId: string;
  /** IANA name. */
  readonly timezone: string;
}

/** What runs out, and what ran low. Remounts with the forecast, so that its length causes no layout shift. */
export function StockCards({ venueId, timezone }: StockCardsProps) {
  const { data } = useQuery(stockForecastQuery(venueId, timezone));
  return (
    <div key={data ? 'forecast' : 'loading'} className={styles['parts']}>
      <RunOutCard venueId={venueId} timezone={timezone} />
      <NoticesCard venueId={venueId} timezone={timezone} />
    </div>
  );
}
