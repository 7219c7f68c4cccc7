/** How each figure of the report is calculated; loaded when one is first pressed. */
import { formatMoney } from '../../../../lib/money.ts';
import type { TermKey } from '../../../../rules/terms.ts';
import type { SalesReport } from '../../../api/reports.ts';
import { AllTerms } from '../../../components/terms/all-terms.tsx';
import { FigureSteps, type FigureStep } from '../../../ui/figure-steps.tsx';

const refundDay = 'A refund changes the figures of the day of its sale.';
const unknownFees = 'Unknown where the card provider of the venue reports no fees.';

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

function netSteps(report: SalesReport): FigureStep[] | undefined {
  const { netVolume } = report;
  if (netVolume === undefined) return undefined;
  const fees = report.grossVolume - report.totalRefunds - netVolume;
  return [
    { label: 'Gross Volume', value: formatMoney(report.grossVolume) },
    { sign: '-', label: 'Total Refunds', value: formatMoney(report.totalRefunds) },
    { sign: '-', label: 'Processing Fees', value: formatMoney(fees) },
    { sign: '=', label: 'Net Volume', value: formatMoney(netVolume) },
  ];
}

interface Part {
  readonly term: TermKey;
  readonly note: (report: SalesReport | undefined) => string;
  readonly steps?: (report: SalesReport) => FigureStep[] | undefined;
}

const count = (sales: number) =>
  `${sales.toLocaleString('en-US')} ${sales === 1 ? 'sale' : 'sales'}`;

const parts = {
  'Total Sales': {
    term: 'total-sales',
    steps: salesSteps,
    note: () => `The price of every drink that was not refunded, before tax and tips. ${refundDay}`,
  },
  'Total Taxes': {
    term: 'tax',
    note: () => `The tax of every drink that was not refunded. ${refundDay}`,
  },
  'Total Tips': {
    term: 'tip',
    note: () => `The tips on every drink that was not refunded. ${refundDay}`,
  },
  'Gross Volume': {
    term: 'gross-volume',
    steps: grossSteps,
    note: () => 'Everything that was charged, whether it was paid back later or not.',
  },
  'Total Refunds': {
    term: 'refund',
    note: () => `Everything paid back: price, tax and tips. ${refundDay}`,
  },
  'Average Order Time': {
    term: 'order-time',
    note: () => 'The mean over the sales whose time was measured.',
  },
  'Average Order Price': {
    term: 'average-order-price',
    steps: averageSteps,
    note: (report) =>
      `The mean price of ${report ? count(report.pagination.total) : ''} before tax and tips, refunded ones included.`,
  },
  'Total Servings': {
    term: 'serving',
    note: () => 'What was poured: a double counts two, a drink that failed counts none.',
  },
  'Processing Fees': {
    term: 'processing-fee',
    note: () => `What the card provider keeps of the payments. ${unknownFees}`,
  },
  'Net Volume': {
    term: 'net-volume',
    steps: netSteps,
    note: () => `What is left of the gross volume. ${unknownFees}`,
  },
} as const satisfies Record<string, Part>;

/** Label of a figure. */
export type BrokenDown = keyof typeof parts;

interface FigureBreakdownProps {
  readonly of: BrokenDown;
  readonly report: SalesReport | undefined;
}

export default function FigureBreakdown({ of, report }: FigureBreakdownProps) {
  const { term, note, steps }: Part = parts[of];
  return (
    <FigureSteps
      steps={report && steps?.(report)}
      note={note(report)}
      more={<AllTerms at={term} />}
    />
  );
}
