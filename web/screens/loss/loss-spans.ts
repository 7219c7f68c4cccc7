import { isReportSpan, type ReportSpan, reportSpans } from '../../../rules/reports/report-spans.ts';

export const usualSpan: ReportSpan = 'days30';

/** A year is too long for a loss report. */
export const spans = Object.entries(reportSpans)
  .filter(([value]) => value !== 'thisYear')
  .map(([value, label]) => ({ value, label }));

export const spanOf = (text: string | undefined): ReportSpan =>
  isReportSpan(text) && text !== 'thisYear' ? text : usualSpan;
