import { expect, test } from 'vitest';
import {
  act,
  alertsOf,
  checkAt,
  choose,
  failAt,
  minutesAfter,
  outbox,
  refuseSale,
  tenPm,
  watchVenues,
  withAlertChecks,
} from '../testing/health.ts';
import { app } from '../testing/with-app.ts';

withAlertChecks();

const ahead = minutesAfter(tenPm, 400 * 24 * 60);

test('alerts and their messages go on once a clock that was ahead is right again', async () => {
  await choose({});
  await failAt(ahead);
  await checkAt(ahead);
  expect(outbox.mails).toHaveLength(1);

  app.setNow(tenPm);
  const [former] = (await alertsOf()).alerts;
  expect((await act(former.id, { action: 'resolve' })).status).toBe(200);
  await refuseSale(tenPm);
  app.setNow(minutesAfter(tenPm, 1));
  await watchVenues();
  await outbox.runAll();
  const kinds = (await alertsOf()).alerts.map(({ kind }: { kind: string }) => kind);
  expect(kinds.sort()).toEqual(['clock', 'refusedSales']);
  expect(outbox.mails).toHaveLength(2);

  // The next check is due in time again.
  app.setNow(minutesAfter(tenPm, 12));
  await watchVenues();
  const { rows } = await app.pool.query<{ check_at: Date }>('select check_at from alert_watches');
  expect(rows.map(({ check_at }) => check_at < minutesAfter(tenPm, 60))).toEqual([true]);
});
