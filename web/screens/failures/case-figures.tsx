/** What is owed, and what became of the money for drinks that were not poured. Each figure opens its cases. */
import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '../../../lib/money.ts';
import { ledgerLabels, type LedgerPart, ledgerParts } from '../../../rules/cases/ledger-parts.ts';
import { calendarDays } from '../../../rules/compare/compared-nights.ts';
import { nightAt, shiftDay } from '../../../rules/nights/nights.ts';
import { caseLedgerQuery, caseSummaryQuery } from '../../api/cases.ts';
import { HeadlineFigure, HeadlineFigures } from '../../components/headline-figures.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { useNightRules } from '../../context/use-night-rules.ts';
import { paths } from '../../paths.ts';
import { useNow } from '../../ui/hooks.ts';
import { Card } from '../../ui/page.tsx';

interface CaseFiguresProps {
  /** Undefined while loading. */
  readonly venueId: string | undefined;
  readonly timezone: string;
  /** Days that are listed; the usual figures are of tonight, this month and all time. */
  readonly days: { readonly from: string | null; readonly to: string | null };
}

interface Period {
  readonly from: string;
  readonly to: string;
}

/** Days of a ledger whose first day is not chosen. */
const daysBefore = 399;

export function CaseFigures({ venueId, timezone, days: { from, to } }: CaseFiguresProps) {
  const clock = useNightRules(venueId);
  const { rules } = clock;
  const { day } = nightAt(rules ?? calendarDays(timezone), useNow());
  const last = to ?? day;
  const chosen =
    from === null && to === null ? null : { from: from ?? shiftDay(last, -daysBefore), to: last };
  const isKnown = rules !== undefined && venueId !== undefined;
  const tonight = { from: day, to: day };
  const month = { from: `${day.slice(0, 8)}01`, to: day };
  const ledger = (period: Period, enabled: boolean) => ({
    ...caseLedgerQuery(venueId ?? '', {
      ...period,
      timezone: rules === null ? timezone : undefined,
    }),
    enabled: isKnown && enabled,
  });
  const ofChosen = useQuery(ledger(chosen ?? tonight, chosen !== null));
  const ofTonight = useQuery(ledger(tonight, chosen === null));
  const ofMonth = useQuery(ledger(month, chosen === null));
  const summary = useQuery({
    ...caseSummaryQuery(venueId ?? ''),
    enabled: venueId !== undefined && chosen === null,
  });
  const shown = chosen === null ? [summary, ofTonight, ofMonth] : [ofChosen];
  const lost = shown.filter(({ isError, data }) => isError && !data);
  if (clock.isLost || lost.length > 0) {
    const retry = () => {
      if (clock.isLost) clock.retry();
      for (const { refetch } of lost) void refetch();
    };
    return <LoadError what="figures" error={lost[0]?.error} onRetry={retry} />;
  }
  const figure = (
    part: LedgerPart,
    dollars: number | undefined,
    { label = ledgerLabels[part].label, period, beside }: FigureOptions = {},
  ) => (
    <HeadlineFigure
      key={part}
      main={part === 'charged' || period === undefined}
      label={label}
      value={dollars === undefined ? undefined : formatMoney(dollars)}
      beside={beside}
      href={paths.failures({ ...(venueId !== undefined && { venue: venueId }), part, ...period })}
    />
  );
  return (
    <Card>
      <HeadlineFigures isLoading={shown.some(({ isPending }) => isPending)}>
        {chosen === null
          ? [
              figure('owed', summary.data?.owed, {
                label: 'Owed now',
                beside: 'Not settled yet',
              }),
              figure('returned', ofTonight.data?.returned, {
                label: 'Refunded tonight',
                period: tonight,
                beside: 'For drinks of tonight',
              }),
              figure('kept', ofMonth.data?.kept, {
                label: 'Not refunded this month',
                period: month,
                beside: 'Served after all, not asked for or declined',
              }),
            ]
          : ledgerParts.map((part) => figure(part, ofChosen.data?.[part], { period: chosen }))}
      </HeadlineFigures>
    </Card>
  );
}

interface FigureOptions {
  readonly label?: string;
  /** Absent for all time. */
  readonly period?: Period;
  readonly beside?: string;
}
