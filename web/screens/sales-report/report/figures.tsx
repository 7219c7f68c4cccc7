/** Figures of the report, in the order of the specification, and how they compare. */
import type { ReactNode } from 'react';
import { formatMoney } from '../../../../lib/money.ts';
import { reportMessages } from '../../../../rules/reports/report-messages.ts';
import type { SalesReport } from '../../../api/reports.ts';
import { durationText } from '../../../components/date-text.ts';
import { ComparisonBar, useComparison } from '../comparison/comparison-bar.tsx';
import { type Comparing } from '../comparison/comparing.ts';
import type {
  ComparedFigure,
  ComparedLine,
} from '../../../components/comparison/comparison-lines.ts';
import { type Lookup, zoneOf } from './lookup.ts';
import type { ShownReport } from './use-sales-report.ts';
import type { BrokenDown } from './figure-breakdown.tsx';
import { Figure } from '../../../ui/figure.tsx';
import { useNow } from '../../../ui/hooks.ts';
import { pressedPart } from '../../../ui/lazy-dialog.tsx';
import { SkeletonLine } from '../../../ui/page.tsx';
import styles from './figures.module.css';

/** Line of a figure that is compared, and the spans. */
export interface ComparedLines {
  /** Null while it loads. */
  readonly line: (figure: ComparedFigure) => ComparedLine | null;
  readonly spans: readonly string[];
}

interface SummaryProps {
  readonly report: SalesReport | undefined;
  readonly loading: boolean;
  readonly showDuration: boolean;
  /** Undefined while no comparison is chosen. */
  readonly compared: ComparedLines | undefined;
  /** Below the figures. */
  readonly children: ReactNode;
}

/** Processing fees in dollars; undefined when the card provider reports none. */
export function feesOf({ grossVolume, totalRefunds, netVolume }: SalesReport): number | undefined {
  if (netVolume === undefined) return undefined;
  return Math.round((grossVolume - totalRefunds - netVolume) * 100) / 100;
}

const hints: Partial<Record<BrokenDown, string>> = {
  'Total Sales': reportMessages.totalSalesHint,
  'Gross Volume': reportMessages.grossVolumeHint,
};

const noLine: ComparedLine = { short: '', long: '' };

const money = (dollars: number | undefined) =>
  dollars === undefined ? null : formatMoney(dollars);

const Compared = ({ line }: { readonly line: ComparedLine }) => (
  <>
    <span aria-hidden="true">{line.short}</span>
    <span className="sr-only">{line.long}</span>
  </>
);

/** Loaded with the code that is not needed before a press. */
const Breakdown = pressedPart(() => import('./figure-breakdown.tsx'));

export function Summary({ report, loading, showDuration, compared, children }: SummaryProps) {
  const figure = (label: BrokenDown, value: string | null, like?: ComparedFigure) => {
    const line = like && compared ? compared.line(like) : noLine;
    return (
      <Figure
        key={label}
        main={label === 'Gross Volume'}
        label={label}
        value={value}
        loading={loading}
        hint={hints[label]}
        // Without a comparison of its own it keeps the place of the line, so that a row is on one height.
        beside={compared && (line ? <Compared line={line} /> : <SkeletonLine width={6} />)}
        about={line?.long && compared ? [line.long, ...compared.spans] : []}
      >
        <Breakdown of={label} report={report} />
      </Figure>
    );
  };
  const late = report && report.lateSince.orders > 0;
  return (
    <section className={styles['summary']} aria-label="Summary" aria-busy={loading}>
      <div className={styles['sum']}>
        {figure('Total Sales', money(report?.totalSales), 'sales')}
        {figure('Total Taxes', money(report?.totalTaxes), 'taxes')}
        {figure('Total Tips', money(report?.totalTips), 'tips')}
        {figure('Gross Volume', money(report?.grossVolume), 'gross')}
        {figure('Total Refunds', money(report?.totalRefunds), 'refunds')}
      </div>
      <div className={styles['averages']}>
        {showDuration &&
          figure('Average Order Time', report ? durationText(report.averageDuration) : null)}
        {figure('Average Order Price', money(report?.averagePrice), 'averagePrice')}
        {figure(
          'Total Servings',
          report ? report.totalServings.toLocaleString('en-US') : null,
          'servings',
        )}
        {figure('Processing Fees', report ? money(feesOf(report)) : null)}
        {figure('Net Volume', money(report?.netVolume))}
      </div>
      <div className={styles['foot']}>
        {children}
        {/* Keeps its place while the report loads. */}
        <p className={styles['late']}>
          {late
            ? reportMessages.lateSales(report.lateSince.orders, formatMoney(report.lateSince.gross))
            : '\u00A0'}
        </p>
      </div>
    </section>
  );
}

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
  shown: { report, range, state },
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
            return compared.status === 'loading' ? null : noLine;
          },
          spans: comparison && texts ? texts.spanLines(comparison, timezone) : [],
        };
  return (
    <Summary
      report={report}
      loading={state.state === 'pending'}
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
