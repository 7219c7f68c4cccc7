import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { rangePresets, todayIn } from '../../../lib/day-range.ts';
import { forgetSalesReports, refetchSalesReports } from '../../api/reports.ts';
import { readPage } from '../../components/list-page.ts';
import { paths } from '../../paths.ts';
import type { SalesReportSearch } from '../../paths.ts';
import { useVenues } from '../../context/use-venues.ts';
import { isSuperAdmin } from '../../session/claims.ts';
import { selectVenue } from '../../context/owner-context.ts';
import { useSession } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LookupForm } from './lookup-form.tsx';
import { isSameLookup, readLookup, toSearch, zoneOf } from './lookup.ts';
import type { Lookup } from './lookup.ts';
import { ReportContext } from './report-context.tsx';
import { Summary } from './summary.tsx';
import { Transactions } from './transactions.tsx';
import { useDraft } from './use-draft.ts';
import { useSalesReport } from './use-sales-report.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import styles from './sales-report-screen.module.css';

/** Lazy: the second tab is loaded when it is opened. */
const PopularDrinks = lazyPart(async () => ({
  default: (await import('./popular-drinks.tsx')).PopularDrinks,
}));

/** Lookup from the URL, with a stable identity while the values are unchanged. */
function useAddressLookup(search: Readonly<Record<string, string | undefined>>): Lookup {
  const { from, to, venue, unit, timezone } = search;
  return useMemo(
    () => readLookup({ from, to, venue, unit, timezone }),
    [from, to, venue, unit, timezone],
  );
}

/** Defaults before the first lookup: the last seven days. */
function withDays(lookup: Lookup, nowMs: number): Lookup {
  if (lookup.from || lookup.to) return lookup;
  const presets = rangePresets(todayIn(zoneOf(lookup), nowMs));
  const week = presets.find(({ label }) => label === 'Last 7 days');
  return week ? { ...lookup, from: week.from, to: week.to } : lookup;
}

export default function SalesReportScreen() {
  const search = useSearch({ from: '/salesreports/$' });
  const navigate = useNavigate();
  const [openedAtMs] = useState(Date.now);
  const session = useSession();
  const { active } = useVenues();
  const lookup = useAddressLookup(search);
  const page = readPage(search.page);
  const shown = useSalesReport(lookup, page);
  const { status, report, range } = shown;
  const draft = useDraft(withDays(lookup, openedAtMs));
  const withDuration = session !== null && isSuperAdmin(session.claims);
  const timezone = zoneOf(lookup);
  const tab = search.tab === 'drinks' ? 'drinks' : 'sales';

  const open = (to: SalesReportSearch, replace = false) =>
    void navigate({ to: '.', href: paths.salesReport(to), replace, resetScroll: false });
  const here = { ...toSearch(lookup), tab: search.tab };
  const lookUp = (received: Lookup) => {
    forgetSalesReports();
    if (received.venueId && received.venueId !== active?.id) selectVenue(received.venueId);
    if (range && page === 1 && isSameLookup(received, lookup)) refetchSalesReports();
    else open({ ...toSearch(received), tab: search.tab });
  };
  const csv =
    range && report && lookup.from && lookup.to
      ? { range, from: lookup.from, to: lookup.to, timezone, total: report.pagination.total }
      : null;

  return (
    <>
      <PageHeader
        title="Sales report"
        auditLog={<Link href={paths.reports}>All reports</Link>}
        context={<ReportContext draft={draft} lookup={lookup} shown={shown} />}
      />
      <div className={styles['parts']}>
        <Card>
          <LookupForm draft={draft} onLookup={lookUp} />
        </Card>
        <Summary report={report} loading={status === 'loading'} showDuration={withDuration} />
        <Card flush>
          <Tabs
            value={tab}
            onChange={(to) =>
              open(
                {
                  ...here,
                  page: page > 1 ? page : undefined,
                  tab: to === 'drinks' ? to : undefined,
                },
                true,
              )
            }
          >
            <Tabs.List className={styles['tabs'] ?? ''}>
              <Tabs.Tab value="sales">Sales Transactions</Tabs.Tab>
              <Tabs.Tab value="drinks">Most Popular Drinks</Tabs.Tab>
            </Tabs.List>
            {shown.problem && (
              <div className={styles['problem']}>
                <ErrorLine
                  requestId={shown.requestId}
                  onRetry={range && !report ? shown.refetch : undefined}
                >
                  {shown.problem}
                </ErrorLine>
              </div>
            )}
            <Tabs.Panel value="sales">
              <Transactions
                shown={shown}
                timezone={timezone}
                withDuration={withDuration}
                page={page}
                onPage={(next) => open({ ...here, page: next > 1 ? next : undefined })}
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
    </>
  );
}
