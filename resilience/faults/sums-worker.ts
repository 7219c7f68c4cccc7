/** Sums sales again and again, and kills itself: after a statement, or while the next one is running. */
import { connect } from '../../db/pool/connect.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { sumSales } from '../../server/sums/sum-sales.ts';

const [url = '', number = '', moment = ''] = process.argv.slice(2);
let left = Number(number);

const die = (): void => void process.kill(process.pid, 'SIGKILL');
const { tenantDb: db } = connect(
  { url },
  {
    max: 1,
    onStatement: () => {
      left -= 1;
      if (left > 0) return;
      if (moment === 'after') die();
      else setImmediate(die);
    },
  },
);
for (;;) await withoutTenant(() => sumSales({ db }));
