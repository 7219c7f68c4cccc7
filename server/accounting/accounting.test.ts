/** Journals of nights through HTTP. */
import { describe, expect, test } from 'vitest';
import { addPerson } from '../testing/accounts.ts';
import { addOwner } from '../testing/app.ts';
import { after, refund, sell, withRefunds } from '../testing/refunds.ts';
import { app, owner, signInAgain } from '../testing/with-app.ts';

const dayMs = 86_400_000;

describe('journal of a night', () => {
  withRefunds();

  const read = (night: string, token = owner.token) =>
    app.send('GET', `/api/venues/${owner.venueId}/journal?night=${night}&timezone=UTC`, { token });
  const journal = async (night: string) => {
    const { status, text, body } = await read(night);
    expect(status, text).toBe(200);
    return body;
  };
  const linesOf = ({ lines }: any) =>
    lines.map(({ account, debit, credit }: any) => [account, debit, credit]);
  const reported = async (night: string) => {
    const from = Date.parse(night);
    const query = `venueId=${owner.venueId}&startDate=${from}&endDate=${from + dayMs - 1}`;
    const { body } = await app.send('GET', `/api/orders/sales/report?${query}`, {
      token: owner.token,
    });
    return body;
  };

  test('ACCT-04: a refund of one night that is settled two nights later is in the journal of that night', async () => {
    const { id } = await sell();
    const before = await journal('2024-07-01');
    after(2 * dayMs);
    await signInAgain();
    expect((await refund(id, '0')).status).toBe(200);
    const sold = await journal('2024-07-01');
    const settled = await journal('2024-07-03');
    expect(linesOf(sold)).toEqual(linesOf(before));
    expect(linesOf(await journal('2024-07-02'))).toEqual([]);
    // A Cuba Libre.
    expect(linesOf(settled)).toEqual([
      ['clearing:stripe', 0, 9],
      ['returns', 9, 0],
    ]);
    expect(sold.reconciliation).toMatchObject({
      settledElsewhere: settled.total,
      ofOtherNights: 0,
      remainder: 0,
    });
    expect(settled.reconciliation).toMatchObject({
      report: 0,
      journal: -settled.total,
      settledElsewhere: 0,
      ofOtherNights: settled.total,
      remainder: 0,
    });
    // A Cola and the tip.
    expect(sold.reconciliation.report).toBe(4.8);
    expect((await reported('2024-07-01')).totalRefunds).toBe(settled.total);
    expect((await reported('2024-07-03')).totalRefunds).toBe(0);
  });

  test('ACCT-02: a night books what was charged, by category, with cash apart', async () => {
    await sell();
    await sell({ paymentId: undefined, sharesPayment: undefined });
    const { total, lines, isOver, reconciliation } = await journal('2024-07-01');
    expect(isOver).toBe(false);
    const sum = (side: 'debit' | 'credit') =>
      lines.reduce((cents: number, line: any) => cents + Math.round(line[side] * 100), 0);
    expect(sum('debit')).toBe(sum('credit'));
    expect(sum('debit')).toBe(Math.round(total * 100));
    expect(reconciliation.remainder).toBe(0);
    expect(lines.map(({ account }: any) => account)).toContain('clearing:cash');
  });

  test('is for those who read reports, in their venues', async () => {
    for (const [role, status] of [
      ['accountant', 200],
      ['manager', 200],
      ['bartender', 403],
    ] as const) {
      const { token } = await addPerson(app, owner, role);
      expect((await read('2024-07-01', token)).status, role).toBe(status);
    }
    const other = await addOwner(app, 'Beach');
    expect((await read('2024-07-01', other.token)).status).toBe(404);
  });
});
