/** Sums sales again and again, and kills itself: after a statement, or while the next one is running. */
import { withoutTenant } from '../../db/tenant.ts';
import { sumSales } from '../../server/sums/sum-sales.ts';
import { connectUntilKilled } from './killed-connection.ts';

const [url = '', step = '', moment = ''] = process.argv.slice(2);
const { tenantDb: db } = connectUntilKilled(url, { step: Number(step), moment });
for (;;) await withoutTenant(() => sumSales({ db }));
