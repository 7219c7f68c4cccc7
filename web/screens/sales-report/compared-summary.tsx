import { useNow } from '../../ui/now.ts';
import { ComparisonBar } from './comparison-bar.tsx';
import type { Comparing } from './comparing.ts';
import { zoneOf } from './lookup.ts';
import type { Lookup } from './lookup.ts';
import { Summary } from './summary.tsx';
import type { ComparedLines } from './summary.tsx';
import { useComparison } from './use-comparison.ts';
import type { ShownReport } from './use-sales-report.ts';

interface ComparedSummaryProps {
  readonly lookup: Lookup;
  readonly shown: ShownReport;
  readonly comparing: Comparing;
  readonly showDuration: boolean;
  readonly onCompare: (comparing: Comparing) => void;
}

/** Figures of the report and, where a comparison is chosen, how they compare. */
export function ComparedSummary({
  lookup,
  shown: { report, range, status },
  comparing,
  showDuration,
  onCompare,
}: ComparedSummaryProps) {
  const compared = useComparison(lookup, range, comparing);
  const nowMs = useNow();
  const { comparison, texts } = compared;
  const days = { from: lookup.from ?? '', to: lookup.to ?? '' };
  const timezone = zoneOf(lookup);
  const isToday =
    range !== undefined &&
    days.from === days.to &&
    range.startDate <= nowMs &&
    nowMs <= range.endDate;
  const lines: ComparedLines | undefined =
    comparing.against === null
      ? undefined
      : {
          line: (figure) => {
            if (comparison && texts) return texts.lineOf(figure, comparison, days);
            return compared.status === 'loading' ? null : '';
          },
          spans: comparison && texts ? texts.spanLines(comparison, timezone) : [],
        };
  return (
    <Summary
      report={report}
      loading={status === 'loading'}
      showDuration={showDuration}
      compared={lines}
    >
      <ComparisonBar
        days={lookup.from && lookup.to ? days : null}
        isToday={isToday}
        timezone={timezone}
        comparing={comparing}
        shown={compared}
        onCompare={onCompare}
      />
    </Summary>
  );
}
