/** Rebuilds the sums of a venue a few sales at a time, and kills itself after a statement. */
import { connect } from '../../db/pool/connect.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { rebuildVenue } from '../../server/verification/rebuild-venue.ts';

const [url = '', venueId = '', number = ''] = process.argv.slice(2);
let left = Number(number);

const { tenantDb: db, close } = connect(
  { url },
  {
    max: 1,
    onStatement: () => {
      left -= 1;
      if (left === 0) process.kill(process.pid, 'SIGKILL');
    },
  },
);
const deps = { db, now: () => new Date() };
const sizes = { ofSpan: 5, ofMonths: 20 };
await withoutTenant(() => rebuildVenue(deps, venueId, new AbortController().signal, sizes));
await close();
