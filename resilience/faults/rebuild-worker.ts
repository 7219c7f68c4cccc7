/** Rebuilds the sums of a venue a few sales at a time, and kills itself after a statement. */
import { withoutTenant } from '../../db/tenant.ts';
import { rebuildVenue } from '../../server/verification/rebuild-venue.ts';
import { connectUntilKilled } from './killed-connection.ts';

const [url = '', venueId = '', step = ''] = process.argv.slice(2);
const at = { step: Number(step), moment: 'after' };
const { tenantDb: db, close } = connectUntilKilled(url, at);
const deps = { db, now: () => new Date() };
const sizes = { ofSpan: 5, ofMonths: 20 };
await withoutTenant(() => rebuildVenue(deps, venueId, new AbortController().signal, sizes));
await close();
