import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { dayName } from '../../../lib/day-name.ts';
import { formatMoney } from '../../../lib/money.ts';
import type { JournalFormat } from '../../../rules/accounting/journal-files.ts';
import { journalMessages } from '../../../rules/accounting/journal-messages.ts';
import { countDays, dayAt, shiftDay } from '../../../rules/nights/nights.ts';
import {
  type Journal,
  type JournalNight,
  journalNightsQuery,
  journalQuery,
} from '../../api/accounting.ts';
import { ContextLine, VenueName } from '../../components/context-line.tsx';
import { DayField } from '../../components/day-field.tsx';
import { Loaded } from '../../components/load-error.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useNightRules, useVenueTimezone } from '../../context/use-night-rules.ts';
import { useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { useNow } from '../../ui/hooks.ts';
import { Link } from '../../ui/link.tsx';
import { loadState } from '../../ui/load-state.tsx';
import { Card, EmptyState, PageHeader, SkeletonCard } from '../../ui/page.tsx';
import { EntryCards } from './entry-cards.tsx';
import { NightsCard } from './nights-card.tsx';
import { RawDataCard } from './raw-data-card.tsx';
import styles from './accounting-screen.module.css';

const isEmpty = ({ entries, pending }: JournalNight): boolean =>
  [pending, ...entries.map(({ lines }) => lines)].every((lines) => lines.length === 0);

/** Seven nights that include this one, counted back from yesterday; with them tonight, where it is the last. */
function weekOf(night: string, tonight: string): { from: string; to: string } {
  const yesterday = shiftDay(tonight, -1);
  const weeks = Math.max(0, Math.floor((countDays(night, yesterday) - 1) / 7));
  const last = shiftDay(yesterday, -7 * weeks);
  return { from: shiftDay(last, -6), to: weeks === 0 ? tonight : last };
}

/** Accounting journals of nights, which agree with the sales report, and their export. */
export default function AccountingScreen() {
  const { day: chosen } = useSearch({ from: '/accounting' });
  const navigate = useNavigate();
  const nowMs = useNow();
  const { active, state: venues } = useVenues();
  const { state: clock, rules } = useNightRules(active?.id, [venues]);
  const { timezone } = guessedTimezone();
  const venueTimezone = useVenueTimezone(active?.id);
  const tonight = dayAt(rules, nowMs, timezone);
  const night = chosen ?? shiftDay(tonight, -1);
  const zone = rules ? undefined : timezone;
  const [format, setFormat] = useState<JournalFormat>('quickbooks');
  const week = weekOf(night, tonight);
  const listed = useQuery({
    ...journalNightsQuery(active?.id ?? '', { ...week, timezone: zone }),
    enabled: rules !== undefined && active !== undefined,
  });
  const result = useQuery({
    ...journalQuery(active?.id ?? '', { night, timezone: zone }),
    // Below the nights, which would move it.
    enabled: listed.data !== undefined,
  });
  const nights = loadState(listed, { what: 'nights', after: [venues, clock] });
  const state = loadState(result, { what: 'journal', after: [nights] });
  const show = (day: string | null) => {
    if (day !== null && day <= tonight)
      void navigate({ to: '.', href: paths.accounting({ day }), replace: true });
  };
  return (
    <>
      <PageHeader
        title="Accounting"
        breadcrumb={<Link href={paths.reports}>All reports</Link>}
        context={
          <ContextLine>
            <VenueName />
            {active && <span> · {dayName(night)}</span>}
          </ContextLine>
        }
      />
      <div className="stack gap-18">
        <div className={styles['night']}>
          <DayField
            label="Night"
            calendarLabel="Choose a night"
            value={night}
            latest={tonight}
            onChange={show}
          />
        </div>
        <Loaded of={nights}>{() => null}</Loaded>
        {nights.state !== 'failed' && (
          <NightsCard
            venueId={active?.id ?? ''}
            timezone={zone}
            count={countDays(week.from, week.to)}
            of={nights}
            chosen={night}
            format={format}
            onFormat={setFormat}
          />
        )}
        <Loaded of={state} pending={<SkeletonCard />}>
          {(journal) => {
            const booked = listed.data?.find((one) => one.night === night);
            return (
              <>
                {!journal.isOver && <p>{journalMessages.goesOn}</p>}
                {booked && <EntryCards night={booked} timezone={venueTimezone} format={format} />}
                {booked && isEmpty(booked) && (
                  <Card>
                    <EmptyState>{journalMessages.empty}</EmptyState>
                  </Card>
                )}
                <Reconciliation of={journal.reconciliation} />
              </>
            );
          }}
        </Loaded>
        {state.state === 'data' && may('reports.export') && (
          <RawDataCard
            key={active?.id}
            venueId={active?.id ?? ''}
            rules={rules}
            timezone={timezone}
            week={{ from: week.from, to: shiftDay(week.from, 6) }}
          />
        )}
      </div>
    </>
  );
}

/** From the journal to the sales report, which has a refund on the night of its sale. */
function Reconciliation({ of }: { readonly of: Journal['reconciliation'] }) {
  const lines = [
    ['Journal, less its refunds', of.journal],
    ['Plus what changed after its export', of.late],
    ['Less refunds of this night that were settled in others', -of.settledElsewhere],
    ['Plus refunds of other nights that were settled in this one', of.ofOtherNights],
    ['Difference', of.remainder],
    ['Sales report of the night', of.report],
  ] as const;
  return (
    <Card title="Agreement with the sales report">
      <dl className={styles['sums']}>
        {lines.map(([label, dollars]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatMoney(dollars)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
