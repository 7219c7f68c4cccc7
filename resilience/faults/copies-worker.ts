/**
 * Copies the setup of a unit to others, once, and kills itself at a statement: after it, or while the next one is
 * running. Ends by itself where there are fewer of them.
 */
import { withoutTenant } from '../../db/tenant.ts';
import { embeddedFlags } from '../../server/adapters/flags/local.ts';
import { copySetup } from '../../server/copies/copies.ts';
import { connectUntilKilled } from './killed-connection.ts';

const [url = '', userId = '', step = '', moment = '', from = '', ...to] = process.argv.slice(2);

const { tenantDb: db, close } = connectUntilKilled(url, { step: Number(step), moment });
const actor = {
  kind: 'account',
  userId,
  accountType: 'SUPER_ADMIN',
  name: 'Admin',
  person: 'Admin',
  email: 'admin@example.com',
  sessionId: userId,
  isBrowser: false,
  isRecent: true,
  lacksSecondFactor: false,
} as const;
await withoutTenant(() =>
  copySetup(
    { db, flags: embeddedFlags(db), now: () => new Date() },
    {
      from,
      to,
      parts: ['ingredients', 'thresholds', 'prices', 'drinks', 'texts'],
      mode: 'equal',
      preview: false,
    },
    { actor, address: '127.0.0.1' },
  ),
);
await close();
