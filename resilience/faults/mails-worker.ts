/**
 * Queues the report mails that are due, once, and kills itself at a statement that changes something: after it, or
 * while the next statement is running. Ends by itself where there are fewer of them.
 */
import { ReadRouter } from '../../db/pool/reads.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { embeddedFlags } from '../../server/adapters/flags/local.ts';
import { sendCloseOuts } from '../../server/close-outs/send-close-outs.ts';
import { connectUntilKilled } from './killed-connection.ts';

const [url = '', nowMs = '', step = '', moment = ''] = process.argv.slice(2);

/** Also statements that only begin, lock or end. */
const changes = /^\s*(begin|commit|insert|update|delete)\b|for update|queue_job/i;

const {
  tenantDb: db,
  downloads,
  close,
} = connectUntilKilled(url, {
  step: Number(step),
  moment,
  isStep: (sql) => changes.test(sql),
});
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
