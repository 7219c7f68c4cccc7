import * as endpoints from '../../contract/exports.ts';
import { rawExportMessages, readPlace } from '../../rules/exports/raw-rows.ts';
import { extendIdleTimeout } from '../http/connections.ts';
import type { Mount } from '../http/mount.ts';
import { downloadCsv } from '../reports/download-sales-csv.ts';
import { longestExportMs, startExport } from '../reports/sales-csv.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import { requireAccount } from '../shared/require.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { fileOf } from './export-rows.ts';

export function exportRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.downloadRows, async ({ actor, params: { kind }, query, reads, raw, reply }) => {
    const venue = await requireVenue(deps, actor, query.venueId);
    const after = query.after === undefined ? null : readPlace(query.after);
    if (query.after !== undefined && after === null)
      throw fieldError({ after: rawExportMessages.badPlace });
    const { format, startDate, endDate } = query;
    const scope = { venueId: venue.id, range: { startMs: startDate, endMs: endDate + 1 } };
    const account = requireAccount(actor).userId;
    extendIdleTimeout(raw, longestExportMs);
    const { csv: file } = await downloadCsv(
      { reads, dataDir: deps.dataDir },
      account,
      (downloads) =>
        startExport(downloads, account, (client) =>
          Promise.resolve({
            pieces: fileOf(client, { kind, scope, after }, format),
            sales: 0,
          }),
        ),
    );
    reply
      .type('application/octet-stream')
      .header('content-disposition', `attachment; filename="${kind}.${format}"`);
    return file;
  });
}
