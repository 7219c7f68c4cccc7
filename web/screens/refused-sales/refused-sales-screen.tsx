import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { refusedSalesQuery } from '../../api/refused-sales.ts';
import { IssueHeader } from '../../components/issues/issue-header.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { RefusedSaleCard } from '../../components/refused-sale-card.tsx';
import { useLiveRefresh } from '../../context/use-live-refresh.ts';
import { useVenueTimezone } from '../../context/use-night-rules.ts';
import { useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { Card, EmptyState, SkeletonCard } from '../../ui/page.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { useNow } from '../../ui/hooks.ts';

/** Sales that the units of a venue sent and that were refused, until they are settled. */
export default function RefusedSalesScreen() {
  const { active, isLost, isPending, retry } = useVenues();
  useLiveRefresh(active?.id, 0);
  const timezone = useVenueTimezone(active?.id);
  const nowMs = useNow();
  const { data, error, refetch } = useQuery({
    ...refusedSalesQuery(active?.id ?? ''),
    enabled: active !== undefined,
  });
  return (
    <>
      <IssueHeader
        tab="refusedSales"
        venueId={active?.id}
        context="Sold at a unit, but not in your books: book them as they were charged, or dismiss them."
      />
      {isLost && <LoadError what="venues" onRetry={retry} />}
      {error && !data && <LoadError what="refused sales" error={error} onRetry={refetch} />}
      {(isPending || active) && !data && !error && <SkeletonCard />}
      {(data?.length === 0 || (!isPending && !isLost && !active)) && (
        <Card>
          <EmptyState
            icon={IconReceipt}
            action={<LinkButton href={paths.dashboard}>Go to the dashboard</LinkButton>}
          >
            Every sale of the units is in your books.
          </EmptyState>
        </Card>
      )}
      {data && data.length > 0 && (
        <ul className="stack gap-12">
          {data.map((sale) => (
            <li key={sale.id}>
              <RefusedSaleCard sale={sale} timezone={timezone} nowMs={nowMs} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
