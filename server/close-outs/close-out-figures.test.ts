import { describe, expect, test } from 'vitest';
import { formatMoney } from '../../lib/money.ts';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import {
  addNights,
  daysAfter,
  mailsAt,
  minutesAfter,
  saturday,
  sell,
  sixAm,
  subscribe,
  venueName,
  withCloseOuts,
} from '../testing/health.ts';
import { testOutbox } from '../testing/messages.ts';
import { switchFlag } from '../testing/stock.ts';
import { sendCloseOuts } from './send-close-outs.ts';

withCloseOuts();

describe('close-outs', () => {
  test('MAIL-04: the next mail begins with what changed since, once, and not after 14 days', async () => {
    await subscribe();
    await sell(unit, saturday('21:00'));
    const [first] = await mailsAt(sixAm);
    expect(first?.body).toMatch(new RegExp(`^${venueName}, Sat, Jun 13\n`));
    const [night] = await app.db.selectFrom('report_tellings').select('told').execute();
    for (const minute of ['01', '02'])
      await sell(unit, saturday(`23:${minute}`), {}, minutesAfter(sixAm, 60));
    const late = await app.db
      .selectFrom('sales_rollups')
      .select(({ fn }) => fn.sum('sales_cents').as('sales'))
      .select(({ fn }) => fn.sum('tax_cents').as('tax'))
      .select(({ fn }) => fn.sum('tip_cents').as('tip'))
      .where('venue_id', '=', owner.venueId)
      .where('grain', '=', 'hour')
      .executeTakeFirstOrThrow();
    const gross = Number(late.sales) + Number(late.tax) + Number(late.tip);
    const difference = formatMoney((gross - Number(night?.told['grossCents'])) / 100);
    const [second] = await mailsAt(daysAfter(sixAm, 1));
    expect(second?.body.split('\n')[0]).toBe(
      `Saturday: +${difference} since we wrote (2 late sales of unit ${unit.unitNumber})`,
    );
    const [third] = await mailsAt(daysAfter(sixAm, 2));
    expect(third?.body).toMatch(new RegExp(`^${venueName}, Mon, Jun 15\n`));
    await sell(unit, saturday('23:03'), {}, daysAfter(sixAm, 14));
    const [fourth] = await mailsAt(daysAfter(sixAm, 15));
    expect(fourth?.body).toMatch(new RegExp(`^${venueName}, Sun, Jun 28\n`));
  });

  test('a large difference has a mail of its own, once, at most one a day, and is not repeated', async () => {
    await subscribe();
    await sell(unit, saturday('21:00'));
    expect(await mailsAt(sixAm)).toHaveLength(1);
    await sell(unit, saturday('23:01'), {}, minutesAfter(sixAm, 30));
    app.setNow(minutesAfter(sixAm, 60));
    // Four workers that have read the same subscription.
    const { deps } = testOutbox(app);
    const due = () => app.db.updateTable('report_subscriptions').set({ check_at: sixAm }).execute();
    const work = async () => {
      await due();
      await sendCloseOuts(deps);
    };
    await Promise.all([work(), work(), work(), work()]);
    const mails = () =>
      app.db.selectFrom('messages').select(['subject', 'body']).orderBy('id').execute();
    const [, own, ...more] = await mails();
    expect([own?.subject, more]).toEqual([`${venueName}: figures changed since we wrote`, []]);
    expect(own?.body).toMatch(
      new RegExp(
        `^Saturday: \\+\\$[0-9.]+ since we wrote \\(1 late sale of unit ${unit.unitNumber}\\)\n`,
      ),
    );
    // Another on the same day waits for the next mail.
    await sell(unit, saturday('23:02'), {}, minutesAfter(sixAm, 90));
    expect(await mailsAt(minutesAfter(sixAm, 120))).toEqual([]);
    const [next] = await mailsAt(daysAfter(sixAm, 1));
    expect(next?.body).toMatch(/^Saturday: \+\$[0-9.]+ since we wrote \(1 late sale /);
    expect(await mailsAt(minutesAfter(daysAfter(sixAm, 1), 60))).toEqual([]);
    // None after 14 days.
    await sell(unit, saturday('23:03'), {}, daysAfter(sixAm, 14));
    await mailsAt(daysAfter(sixAm, 15));
    expect(await mailsAt(minutesAfter(daysAfter(sixAm, 15), 60))).toEqual([]);
  });

  test('has the average of the same weekdays, free drinks and what to refill, and whether the books agree', async () => {
    for (const weeks of [4, 3, 1])
      await sell(unit, daysAfter(saturday('21:00'), -7 * weeks), { quantity: 3 });
    await subscribe();
    await sell(unit, saturday('21:00'));
    const [mail] = await mailsAt(sixAm);
    for (const text of [
      'The night, and the change from the Saturday before, and from the average of 3 Saturdays',
      'Orders: 1, unchanged; unchanged from the average',
      'Books: 1 sale, books agree',
      'Fell most\nCuba Libre: 1, −2 (−67\u00A0%) from the average',
    ])
      expect(mail?.body).toContain(text);
    await app.db
      .updateTable('sales_rollups')
      .set({ tax_cents: 1 })
      .where('venue_id', '=', owner.venueId)
      .where('grain', '=', 'hour')
      .execute();
    await app.db.deleteFrom('report_tellings').execute();
    await app.db.updateTable('report_subscriptions').set({ check_at: sixAm }).execute();
    const [checked] = await mailsAt(sixAm);
    for (const text of ['Gross volume: being checked', 'Taxes: being checked', 'Sales: $'])
      expect(checked?.body).toContain(`\n${text}`);
  });

  test('free drinks are at list price, and what a unit is out of and needs is named', async () => {
    const at = { venueId: owner.venueId, unitId: unit.id };
    await subscribe();
    await addNights(unit, 20);
    await switchFlag(app.db, at, flagNamed.inventoryManagement);
    await switchFlag(app.db, at, flagNamed.confirmationPage);
    await sell(unit, saturday('21:00'));
    const discount = (discount_rate: number) =>
      app.db.updateTable('units').set({ discount_rate }).where('id', '=', unit.id).execute();
    await discount(1);
    await sell(unit, saturday('21:05'), { quantity: 2 });
    await app.db
      .updateTable('unit_positions')
      .set({ remaining_ml: 60 })
      .where('unit_id', '=', unit.id)
      .where('position', '=', 1)
      .execute();
    await discount(0);
    await sell(unit, saturday('21:10'));
    const [mail] = await mailsAt(sixAm);
    // The next tests have no alert about it.
    await switchFlag(app.db, at, flagNamed.inventoryManagement, false);
    const sections = (mail?.body ?? '').split('\n\n');
    expect(sections).toContain('Free drinks\n2 glasses: $18.00 at list price');
    expect(sections).toContain(`Out of\nUnit ${unit.unitNumber}: Rum`);
    expect(sections).toContain(
      `To refill\nUnit ${unit.unitNumber}: Rum\nRefill list: https://bar.example.com/refill`,
    );
  });
});
