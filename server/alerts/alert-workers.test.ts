import { describe, expect, test, vi } from 'vitest';
import { app } from '../testing/with-app.ts';
import {
  alertsOf,
  checkAlerts,
  checkAt,
  choose,
  failAt,
  minutesAfter,
  outbox,
  sendNotifications,
  tenPm,
  watchVenues,
  withAlertChecks,
} from '../testing/health.ts';

withAlertChecks();

describe('alerts', () => {
  test('ALERT-06 a worker that is cut off at any step neither loses nor repeats a message', async () => {
    await choose({});
    await failAt(tenPm);
    app.setNow(tenPm);
    const transaction = app.db.transaction.bind(app.db);
    // Cut off before each commit in turn, until a run gets through.
    for (let step = 1; ; step += 1) {
      let begun = 0;
      let isCut = false;
      vi.spyOn(app.db, 'transaction').mockImplementation(() => {
        const builder = transaction();
        begun += 1;
        if (begun !== step) return builder;
        isCut = true;
        const execute = builder.execute.bind(builder);
        builder.execute = ((work: any) =>
          execute(async (inner) => {
            await work(inner);
            throw new Error('cut off');
          })) as typeof builder.execute;
        return builder;
      });
      await checkAlerts().catch(() => undefined);
      await sendNotifications().catch(() => undefined);
      vi.restoreAllMocks();
      await outbox.runAll();
      if (!isCut) break;
    }
    await checkAt(minutesAfter(tenPm, 1));
    expect(outbox.mails).toHaveLength(1);
    expect((await alertsOf()).alerts).toHaveLength(1);
    const planned = await app.db.selectFrom('alert_notifications').select('state').execute();
    expect(planned).toEqual([{ state: 'sent' }]);
  });

  test('of several workers at the same time, one opens the alert and one sends its message', async () => {
    await failAt(tenPm);
    app.setNow(tenPm);
    await Promise.all(Array.from({ length: 6 }, () => watchVenues()));
    await outbox.runAll();
    expect((await alertsOf()).alerts).toHaveLength(1);
    expect(outbox.mails).toHaveLength(1);
  });
});
