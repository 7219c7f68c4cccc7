import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '../../../lib/money.ts';
import { calendarDays } from '../../../rules/compare/compared-nights.ts';
import { nightAt } from '../../../rules/nights/nights.ts';
import { caseSummaryQuery } from '../../api/case-summary.ts';
import { caseLedgerQuery } from '../../api/cases.ts';
import { useNightRules } from '../../context/use-night-rules.ts';
import { Lost } from '../../components/lost.tsx';
import { may } from '../../session/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { Figure } from '../../ui/figure.tsx';
import { useNow } from '../../ui/now.ts';
import styles from './failures-screen.module.css';

const hints = {
  owed: 'For all drinks that were paid for and not poured, and are not settled yet.',
  returned: 'Refunded for drinks of tonight that were not poured.',
  kept: 'For drinks of this month that were not poured: not asked for, declined, or served after all.',
};

const text = (dollars: number | undefined): string | null =>
  dollars === undefined ? null : formatMoney(dollars);

interface CaseFiguresProps {
  /** Undefined while loading. */
  readonly venueId: string | undefined;
  readonly timezone: string;
}

/** What is owed now, what was returned tonight, and what was kept this month. */
export function CaseFigures({ venueId, timezone }: CaseFiguresProps) {
  const clock = useNightRules(venueId);
  const { rules } = clock;
  const { day } = nightAt(rules ?? calendarDays(timezone), useNow());
  const zone = rules === null ? timezone : undefined;
  const ledger = (from: string) => ({
    ...caseLedgerQuery(venueId ?? '', { from, to: day, timezone: zone }),
    enabled: rules !== undefined && may('reports.read'),
  });
  const summary = useQuery({ ...caseSummaryQuery(venueId ?? ''), enabled: venueId !== undefined });
  const tonight = useQuery(ledger(day));
  const month = useQuery(ledger(`${day.slice(0, 8)}01`));
  const lost = [summary, tonight, month].filter(({ isError, data }) => isError && !data);
  if (clock.isLost || lost.length > 0) {
    const retry = () => {
      if (clock.isLost) clock.retry();
      for (const { refetch } of lost) void refetch();
    };
    return <Lost what="figures" error={lost[0]?.error} onRetry={retry} />;
  }
  return (
    <Card>
      <div className={styles['figures']}>
        <Figure
          label="Owed now"
          hint={hints.owed}
          value={text(summary.data?.owed)}
          loading={summary.isPending}
          main
        />
        <Figure
          label="Returned tonight"
          hint={hints.returned}
          value={text(tonight.data?.returned)}
          loading={tonight.isPending}
        />
        <Figure
          label="Kept this month"
          hint={hints.kept}
          value={text(month.data?.kept)}
          loading={month.isPending}
        />
      </div>
    </Card>
  );
}
