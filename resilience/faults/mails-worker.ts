/**
 * Queues the report mails that are due, once, and kills itself at a statement that changes something: after it, or
 * while the next statement is running. Ends by itself where there are fewer of them.
 */
import { connect } from '../../db/pool/connect.ts';
import { ReadRouter } from '../../db/pool/reads.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { embeddedFlags } from '../../server/adapters/flags/local.ts';
import { sendCloseOuts } from '../../server/close-outs/send-close-outs.ts';

const [url = '', nowMs = '', number = '', moment = ''] = process.argv.slice(2);
let left = Number(number);

/** Also statements that only begin, lock or end. */
const isStep = /^\s*(begin|commit|insert|update|delete)\b|for update|queue_job/i;

const die = (): void => void process.kill(process.pid, 'SIGKILL');
const {
  tenantDb: db,
  downloads,
  close,
} = connect(
  { url },
  {
    max: 1,
    onStatement: ({ sql }) => {
      if (!isStep.test(sql)) return;
      left -= 1;
      if (left > 0) return;
      if (moment === 'after') die();
      else setImmediate(die);
    },
  },
);
await withoutTenant(() =>
  sendCloseOuts({
    db,
    flags: embeddedFlags(db),
    readRouter: new ReadRouter({ db, downloads }),
    now: () => new Date(Number(nowMs)),
    publicUrl: 'https://bar.example.com',
    warn: (message) => console.error(message),
  }),
);
await close();
