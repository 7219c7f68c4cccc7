import { Tabs } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { forgetSalesReports, refetchSalesReports } from '../../api/reports.ts';
import { paths } from '../../paths.ts';
import type { SalesReportSearch } from '../../paths.ts';
import { isSuperAdmin } from '../../session/claims.ts';
import { useSession } from '../../session/session.ts';
import { Card, ErrorLine, PageHeader } from '../../ui/page.tsx';
import { Loaded } from '../../components/load-error.tsx';
import { Link, LinkButton, useSetAddress } from '../../ui/link.tsx';
import { ComparedSummary } from './report/figures.tsx';
import { readComparing, toComparingSearch } from './comparison/comparing.ts';
import { LookupForm, useDraft, useLookup } from './report/lookup-form.tsx';
import { isSameLookup, type Lookup, toSearch, zoneOf } from './report/lookup.ts';
import { fromStart, readView, toViewSearch } from '../../components/sales/sales-view.ts';
import { ReportContext } from './report/report-context.tsx';
import { Transactions } from './report/transactions.tsx';
import { StaleLine } from './comparison/stale-line.tsx';
import { useOrderPanel } from './order/use-order-panel.ts';
import { useSalesReport } from './report/use-sales-report.ts';
import { lazyPart } from '../../ui/lazy-dialog.tsx';
import styles from './sales-report-screen.module.css';

/** Loaded when a sale is opened. */
const OrderPanel = lazyPart(() => import('./order/order-panel.tsx'));

/** Lazy: the second tab is loaded when it is opened. */
const PopularDrinks = lazyPart(() => import('./report/popular-drinks.tsx'));

export default function SalesReportScreen() {
  const search = useSearch({ from: '/salesreports/$' });
  const setAddress = useSetAddress();
  const session = useSession();
  const lookup = useLookup();
  const view = readView(search);
  const comparing = readComparing(search);
  const { page } = view;
  const shown = useSalesReport(lookup, view);
  const { report, range } = shown;
  const order = useOrderPanel(search.order);
  const draft = useDraft(lookup);
  const isStale = range !== undefined && !isSameLookup(draft.value, lookup);
  const withDuration = session !== null && isSuperAdmin(session.claims);
  const timezone = zoneOf(lookup);
  const tab = search.tab === 'drinks' ? 'drinks' : 'sales';

  const open = (to: SalesReportSearch, replace = false) =>
    setAddress(paths.salesReport(to), { push: !replace });
  const compared = toComparingSearch(comparing);
  const here = { ...toSearch(lookup), ...toViewSearch(view), ...compared, tab: search.tab };
  const lookUp = (received: Lookup) => {
    forgetSalesReports();
    if (range && page === 1 && isSameLookup(received, lookup)) refetchSalesReports();
    else {
      const first = toViewSearch(fromStart(view));
      open({ ...toSearch(received), ...first, ...compared, tab: search.tab });
    }
  };
  const csv =
    range && report && lookup.from && lookup.to
      ? { range, from: lookup.from, to: lookup.to, timezone, total: report.pagination.total }
      : null;

  return (
    <>
      <PageHeader
        title="Sales report"
        breadcrumb={<Link href={paths.reports}>All reports</Link>}
        context={<ReportContext lookup={lookup} shown={shown} />}
        actions={
          <LinkButton variant="default" href={paths.emailReports}>
            Email reports
          </LinkButton>
        }
      />
      <div className="stack gap-18">
        <Card>
          <LookupForm draft={draft} onLookup={lookUp} />
        </Card>
        <StaleLine lookup={isStale ? lookup : null} />
        {shown.problem !== undefined && <ErrorLine>{shown.problem}</ErrorLine>}
        <Loaded of={shown.state}>{() => null}</Loaded>
        {shown.problem === undefined && shown.state.state !== 'failed' && (
          <div data-stale={isStale} className={styles['results']}>
            <ComparedSummary
              lookup={lookup}
              shown={shown}
              comparing={comparing}
              showDuration={withDuration}
              onCompare={(next) => open({ ...here, ...toComparingSearch(next) }, true)}
            />
            <Card flush>
              <Tabs
                value={tab}
                onChange={(to) => open({ ...here, tab: to === 'drinks' ? to : undefined }, true)}
              >
                <Tabs.List className={styles['tabs'] ?? ''}>
                  <Tabs.Tab value="sales">Sales Transactions</Tabs.Tab>
                  <Tabs.Tab value="drinks">Most Popular Drinks</Tabs.Tab>
                </Tabs.List>
                <Tabs.Panel value="sales">
                  <Transactions
                    shown={shown}
                    timezone={timezone}
                    withDuration={withDuration}
                    view={view}
                    onView={(next) => open({ ...here, ...toViewSearch(next) })}
                    onOpenOrder={(id) => order.open(paths.salesReport({ ...here, order: id }))}
                    csv={csv}
                  />
                </Tabs.Panel>
                <Tabs.Panel value="drinks">
                  {tab === 'drinks' && (
                    <Suspense>
                      <PopularDrinks range={range} />
                    </Suspense>
                  )}
                </Tabs.Panel>
              </Tabs>
            </Card>
          </div>
        )}
      </div>
      {search.order && (
        <Suspense>
          <OrderPanel
            orderId={search.order}
            timezone={timezone}
            onClose={() => order.close(paths.salesReport(here))}
          />
        </Suspense>
      )}
    </>
  );
}
