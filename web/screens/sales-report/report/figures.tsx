/** Figures of the report, in the order of the specification, and how they compare. */
import type { ReactNode } from 'react';
import { formatMoney } from '../../../../lib/money.ts';
import { reportMessages } from '../../../../rules/reports/report-messages.ts';
import type { SalesReport } from '../../../api/reports.ts';
import { durationText } from '../../../components/date-text.ts';
import { AllTerms } from '../../../components/terms/all-terms.tsx';
import { ComparisonBar, useComparison } from '../comparison/comparison-bar.tsx';
import { type Comparing } from '../comparison/comparing.ts';
import type { ComparedFigure, ComparedLine } from '../comparison/comparison-lines.ts';
import { type Lookup, zoneOf } from './lookup.ts';
import type { ShownReport } from './use-sales-report.ts';
import { Figure, type FigureStep } from '../../../ui/figure.tsx';
import { useNow } from '../../../ui/hooks.ts';
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

const refundDay = 'A refund changes the figures of the day of its sale.';
const count = (sales: number) =>
  `${sales.toLocaleString('en-US')} ${sales === 1 ? 'sale' : 'sales'}`;

function grossSteps(report: SalesReport): FigureStep[] {
  return [
    { label: 'Total Sales', value: formatMoney(report.totalSales) },
    { sign: '+', label: 'Total Taxes', value: formatMoney(report.totalTaxes) },
    { sign: '+', label: 'Total Tips', value: formatMoney(report.totalTips) },
    { sign: '+', label: 'Total Refunds', value: formatMoney(report.totalRefunds) },
    { sign: '=', label: 'Gross Volume', value: formatMoney(report.grossVolume) },
  ];
}

function salesSteps(report: SalesReport): FigureStep[] {
  return [
    { label: 'Gross Volume', value: formatMoney(report.grossVolume) },
    { sign: '-', label: 'Total Taxes', value: formatMoney(report.totalTaxes) },
    { sign: '-', label: 'Total Tips', value: formatMoney(report.totalTips) },
    { sign: '-', label: 'Total Refunds', value: formatMoney(report.totalRefunds) },
    { sign: '=', label: 'Total Sales', value: formatMoney(report.totalSales) },
  ];
}

function averageSteps(report: SalesReport): FigureStep[] | undefined {
  if (report.pagination.total === 0) return undefined;
  return [
    { label: 'Price of all sales', value: formatMoney(report.totalPrice) },
    { sign: '/', label: 'Number of sales', value: report.pagination.total.toLocaleString('en-US') },
    { sign: '=', label: 'Average Order Price', value: formatMoney(report.averagePrice) },
  ];
}

/** Processing fees in dollars; undefined when the card provider reports none. */
function feesOf({ grossVolume, totalRefunds, netVolume }: SalesReport): number | undefined {
  if (netVolume === undefined) return undefined;
  return Math.round((grossVolume - totalRefunds - netVolume) * 100) / 100;
}

function netSteps(report: SalesReport): FigureStep[] | undefined {
  const fees = feesOf(report);
  if (fees === undefined) return undefined;
  return [
    { label: 'Gross Volume', value: formatMoney(report.grossVolume) },
    { sign: '-', label: 'Total Refunds', value: formatMoney(report.totalRefunds) },
    { sign: '-', label: 'Processing Fees', value: formatMoney(fees) },
    { sign: '=', label: 'Net Volume', value: money(report.netVolume) ?? '' },
  ];
}

const noLine: ComparedLine = { short: '', long: '' };

const unknownFees = 'Unknown where the card provider of the venue reports no fees.';

const money = (dollars: number | undefined) =>
  dollars === undefined ? null : formatMoney(dollars);

const Compared = ({ line }: { readonly line: ComparedLine }) => (
  <>
    <span aria-hidden="true">{line.short}</span>
    <span className="sr-only">{line.long}</span>
  </>
);

export function Summary({ report, loading, showDuration, compared, children }: SummaryProps) {
  const beside = (figure: ComparedFigure) => {
    const line = compared?.line(figure);
    return compared
      ? {
          beside: line ? <Compared line={line} /> : <SkeletonLine width={6} />,
          about: line ? [line.long, ...compared.spans] : [],
        }
      : {};
  };
  // Keeps the place of the line, so that the values of a row are on one height.
  const unlike = compared ? { beside: '' } : {};
  const sales = report ? count(report.pagination.total) : '';
  return (
    <section className={styles['summary']} aria-label="Summary" aria-busy={loading}>
      <div className={styles['sum']}>
        <Figure
          label="Total Sales"
          {...beside('sales')}
          more={<AllTerms at="total-sales" />}
          value={money(report?.totalSales)}
          loading={loading}
          hint={reportMessages.totalSalesHint}
          {...(report ? { steps: salesSteps(report) } : {})}
          note={`The price of every drink that was not refunded, before tax and tips. ${refundDay}`}
        />
        <Figure
          label="Total Taxes"
          {...beside('taxes')}
          more={<AllTerms at="tax" />}
          value={money(report?.totalTaxes)}
          loading={loading}
          note={`The tax of every drink that was not refunded. ${refundDay}`}
        />
        <Figure
          label="Total Tips"
          {...beside('tips')}
          more={<AllTerms at="tip" />}
          value={money(report?.totalTips)}
          loading={loading}
          note={`The tips on every drink that was not refunded. ${refundDay}`}
        />
        <Figure
          main
          label="Gross Volume"
          {...beside('gross')}
          more={<AllTerms at="gross-volume" />}
          value={money(report?.grossVolume)}
          loading={loading}
          hint={reportMessages.grossVolumeHint}
          {...(report ? { steps: grossSteps(report) } : {})}
          note="Everything that was charged, whether it was paid back later or not."
        />
        <Figure
          label="Total Refunds"
          {...beside('refunds')}
          more={<AllTerms at="refund" />}
          value={money(report?.totalRefunds)}
          loading={loading}
          note={`Everything paid back: price, tax and tips. ${refundDay}`}
        />
      </div>
      <div className={styles['averages']}>
        {showDuration && (
          <Figure
            label="Average Order Time"
            {...unlike}
            more={<AllTerms at="order-time" />}
            value={report ? durationText(report.averageDuration) : null}
            loading={loading}
            note="The mean over the sales whose time was measured."
          />
        )}
        <Figure
          label="Average Order Price"
          {...beside('averagePrice')}
          more={<AllTerms at="average-order-price" />}
          value={money(report?.averagePrice)}
          loading={loading}
          {...(report && averageSteps(report) ? { steps: averageSteps(report) ?? [] } : {})}
          note={`The mean price of ${sales} before tax and tips, refunded ones included.`}
        />
        <Figure
          label="Total Servings"
          {...beside('servings')}
          more={<AllTerms at="serving" />}
          value={report ? report.totalServings.toLocaleString('en-US') : null}
          loading={loading}
          note="What was poured: a double counts two, a drink that failed counts none."
        />
        <Figure
          label="Processing Fees"
          {...unlike}
          more={<AllTerms at="processing-fee" />}
          value={report ? money(feesOf(report)) : null}
          loading={loading}
          note={`What the card provider keeps of the payments. ${unknownFees}`}
        />
        <Figure
          label="Net Volume"
          {...unlike}
          more={<AllTerms at="net-volume" />}
          value={money(report?.netVolume)}
          loading={loading}
          {...(report && netSteps(report) ? { steps: netSteps(report) ?? [] } : {})}
          note={`What is left of the gross volume. ${unknownFees}`}
        />
      </div>
      <div className={styles['foot']}>
        {children}
        {report && report.lateSince.orders > 0 && (
          <p className={styles['late']}>
            {reportMessages.lateSales(report.lateSince.orders, formatMoney(report.lateSince.gross))}
          </p>
        )}
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
