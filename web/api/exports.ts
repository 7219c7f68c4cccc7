/** Raw rows as files. */
import type { ExportFormat, ExportKind } from '../../rules/exports/raw-rows.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
import { openResponse } from './client.ts';

interface RowsQuery {
  readonly venueId: string;
  readonly range: TimeRange;
  readonly format: ExportFormat;
}

export async function downloadRows(
  kind: ExportKind,
  { venueId, range, format }: RowsQuery,
  signal: AbortSignal,
): Promise<Blob> {
  const query = { venueId, startDate: range.startMs, endDate: range.endMs - 1, format };
  const response = await openResponse('downloadRows', { params: { kind }, query, signal });
  return response.blob();
}
