/** Address of the breakdown: what it is by, its order, its days and its unit. */
import { breakdownKinds, type BreakdownKind } from '../../../rules/reports/breakdown.ts';
import {
  type BreakdownSort,
  parseSort,
  sortText,
  usualSort,
} from '../../../rules/reports/breakdown-table.ts';
import {
  isReportSpan,
  type ReportSpan,
  reportSpans,
  usualSpan,
} from '../../../rules/reports/report-spans.ts';
import { paths } from '../../paths.ts';

/** Everything in the address of the screen. */
export type ReportsSearch = Readonly<Record<string, string | undefined>>;

/** Days of their own instead of a span. */
export const chosenDays = 'days';

export interface BreakdownSearch {
  readonly by: BreakdownKind;
  readonly sort: BreakdownSort | null;
  readonly span: ReportSpan | typeof chosenDays;
  /** Of chosen days; null where they are not chosen. */
  readonly from: string | null;
  readonly to: string | null;
  /** Number of a unit; null for all. */
  readonly unit: string | null;
}

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

export function readBreakdownSearch(search: ReportsSearch): BreakdownSearch {
  const by = breakdownKinds.find((kind) => kind === search['by']) ?? 'drink';
  const { span, from, to } = search;
  const hasDays = span === chosenDays && isDay(from) && isDay(to) && from <= to;
  return {
    by,
    sort: parseSort(search['sort']) ?? usualSort(by),
    span: isReportSpan(span) ? span : span === chosenDays ? chosenDays : usualSpan,
    from: hasDays ? from : null,
    to: hasDays ? to : null,
    unit: /^\d{1,15}$/.test(search['unit'] ?? '') ? (search['unit'] ?? null) : null,
  };
}

/** Address with another breakdown; the charts stay as they are. */
export function breakdownHref(search: ReportsSearch, to: Partial<BreakdownSearch>): string {
  const next = { ...readBreakdownSearch(search), ...to };
  const sort = next.sort && sortText(next.sort);
  const usual = usualSort(next.by);
  return paths.at(paths.reports, {
    ...search,
    by: next.by === 'drink' ? undefined : next.by,
    sort: sort === null || (usual && sortText(usual)) === sort ? undefined : sort,
    span: next.span === usualSpan ? undefined : next.span,
    from: next.span === chosenDays ? (next.from ?? undefined) : undefined,
    to: next.span === chosenDays ? (next.to ?? undefined) : undefined,
    unit: next.unit ?? undefined,
  });
}

export const spanChoices = [
  ...Object.entries(reportSpans).map(([value, label]) => ({ value, label })),
  { value: chosenDays, label: 'Chosen days' },
];
