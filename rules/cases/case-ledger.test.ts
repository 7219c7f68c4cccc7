/** Property test: what was charged for failed glasses equals what became of it, whatever is refunded, fails or returns. */
import { array, assert, boolean, constantFrom, nat, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { splitCents } from '../../lib/split-cents.ts';
import {
  type Glasses,
  planRefunds,
  type RefundableLine,
  tipsAfterFailure,
} from '../refunds/refund.ts';
import { caseAfter, type CaseState, owedCents, resolutions } from './cases.ts';

const glass = record({
  priceCents: constantFrom(0, 1, 250, 900, 1337),
  quantity: constantFrom(1, 1, 2, 3),
  poured: nat(3),
});
const sale = record({
  lines: array(glass, { minLength: 1, maxLength: 4 }),
  taxCents: nat(500),
  tipCents: nat(800),
});
const step = record({
  sale: nat(),
  line: nat(3),
  glasses: constantFrom<number | 'failed' | undefined>(undefined, 'failed', 'failed', 1, 2),
  action: constantFrom('refund', 'refund', 'request', 'return', 'settle'),
  isDeclined: boolean(),
  resolution: constantFrom(...resolutions.filter((one) => one !== 'refunded')),
});
const night = record({
  sales: array(sale, { minLength: 1, maxLength: 3 }),
  steps: array(step, { maxLength: 12 }),
});

interface Sold {
  lines: { priceCents: number; quantity: number; poured: number }[];
  taxCents: number;
  tipCents: number;
}

interface Refund extends Glasses {
  amountCents: number;
  isSettled: boolean;
}

/** A sale with its refunds and cases, changed as the server does. */
class Books {
  readonly quantities: { priceCents: number; quantity: number; failed: number }[];
  readonly cases: CaseState[];
  readonly chargedCents: number;
  readonly refunds: Refund[][];
  private amounts: { priceCents: number; taxCents: number; tipCents: number; quantity: number }[];

  constructor({ lines, taxCents, tipCents }: Sold) {
    this.quantities = lines.map(({ priceCents, quantity, poured }) => ({
      priceCents,
      quantity,
      failed: quantity - Math.min(poured, quantity),
    }));
    const prices = this.quantities.map(({ priceCents, quantity }) => priceCents * quantity);
    const isFree = prices.every((cents) => cents === 0);
    const taxes = splitCents(isFree ? 0 : taxCents, prices);
    const tips = splitCents(tipCents, prices);
    this.amounts = this.quantities.map(({ quantity }, at) => ({
      priceCents: prices[at] ?? 0,
      taxCents: taxes[at] ?? 0,
      tipCents: tips[at] ?? 0,
      quantity,
    }));
    this.cases = lines.map(() => ({ state: 'open', resolution: null }));
    this.refunds = lines.map(() => []);
    this.chargedCents = this.quantities.reduce((sum, _, at) => sum + this.owedFor(at), 0);
  }

  get lines(): RefundableLine[] {
    return this.amounts.map((line, at) => {
      const taken = addedUp(this.refunds[at] ?? []);
      const isOpen = taken.glasses < line.quantity;
      return { ...line, taken, state: isOpen ? ('paid' as const) : ('requested' as const) };
    });
  }

  owedFor(at: number): number {
    const [sold, line] = [this.quantities[at], this.amounts[at]];
    if (!sold || !line || sold.failed === 0) return 0;
    const isNothingPoured = this.quantities.every(({ quantity, failed }) => quantity === failed);
    return owedCents({ ...line, ...sold }, { isNothingPoured });
  }

  refundedFor(at: number): number {
    return (this.refunds[at] ?? [])
      .filter(({ isSettled }) => isSettled)
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
  }

  returnedFor(at: number): number {
    return Math.min(this.owedFor(at), this.refundedFor(at));
  }

  /** What is owed beyond what is refunded, of the cases that are counted. */
  restOf(isCounted: (state: CaseState) => boolean): number {
    return this.cases.reduce(
      (sum, state, at) => sum + (isCounted(state) ? this.owedFor(at) - this.returnedFor(at) : 0),
      0,
    );
  }

  settle(at: number, resolution: Exclude<CaseState['resolution'], null>): void {
    if (this.cases[at]?.state === 'open') this.cases[at] = { state: 'resolved', resolution };
  }

  request(at: number, asked: number | 'failed' | undefined): void {
    const taken = addedUp(this.refunds[at] ?? []).glasses;
    const failed = (this.quantities[at]?.failed ?? 0) - taken;
    const glasses = asked === 'failed' ? failed : asked;
    if (glasses !== undefined && glasses <= 0) return;
    const plan = planRefunds(this.lines, [{ index: at, glasses }]);
    if ('refusal' in plan) return;
    for (const refund of plan.refunds) this.refunds[at]?.push({ ...refund, isSettled: false });
    this.follow(plan.tipsCents);
  }

  end(at: number, isDeclined: boolean): void {
    const refund = this.refunds[at]?.find(({ isSettled }) => !isSettled);
    if (!refund) return;
    if (isDeclined) return this.remove(at, refund);
    refund.isSettled = true;
    this.follow(null);
  }

  giveBack(at: number): void {
    const refund = this.refunds[at]?.find(({ isSettled }) => isSettled);
    if (refund) this.remove(at, refund);
  }

  private remove(at: number, refund: Refund): void {
    this.refunds[at] = this.refunds[at]?.filter((one) => one !== refund) ?? [];
    this.follow(tipsAfterFailure(this.lines));
  }

  private follow(tipsCents: readonly number[] | null): void {
    this.amounts = this.amounts.map((line, nth) => ({
      ...line,
      tipCents: tipsCents?.[nth] ?? line.tipCents,
    }));
    this.cases.forEach((now, nth) => {
      const refunds = this.refunds[nth] ?? [];
      const { glasses } = addedUp(refunds.filter(({ isSettled }) => isSettled));
      const isUnderWay = refunds.some(({ isSettled }) => !isSettled);
      const isRefunded = glasses > 0 && glasses >= (this.quantities[nth]?.failed ?? 0);
      this.cases[nth] = caseAfter(now, isRefunded ? 'refunded' : isUnderWay ? 'requested' : 'paid');
    });
  }
}

const addedUp = (refunds: readonly Glasses[]): Glasses =>
  refunds.reduce(
    (sum, one) => ({
      glasses: sum.glasses + one.glasses,
      taxCents: sum.taxCents + one.taxCents,
      tipCents: sum.tipCents + one.tipCents,
    }),
    { glasses: 0, taxCents: 0, tipCents: 0 },
  );

test('FAIL-02 charged = returned + made again + owed + kept, and refunds = returned + goodwill + those of poured drinks, over 1,000 random nights', () => {
  assert(
    property(night, ({ sales, steps }) => {
      const books = sales.map((sold) => new Books(sold));
      for (const { sale: nth, line, glasses, action, isDeclined, resolution } of steps) {
        const one = books[nth % books.length];
        if (!one) continue;
        if (action === 'settle') one.settle(line, resolution);
        if (action === 'return') one.giveBack(line);
        if (action === 'request' || action === 'refund') one.request(line, glasses);
        if (action === 'refund') one.end(line, isDeclined);
      }
      for (const one of books) {
        const each = one.cases.map((_, at) => at);
        const returned = each.reduce((sum, at) => sum + one.returnedFor(at), 0);
        const refunded = one.restOf(({ resolution }) => resolution === 'refunded');
        const remade = one.restOf(({ resolution }) => resolution === 'remade');
        const owed = one.restOf(({ state }) => state !== 'resolved');
        const kept = one.restOf(
          ({ resolution }) =>
            resolution !== null && ['meter', 'kept', 'declined'].includes(resolution),
        );
        // A case is only settled by refunds that have returned all that is owed.
        expect(refunded).toBe(0);
        expect(returned + remade + owed + kept).toBe(one.chargedCents);

        const goodwill = each.map((at) => one.refundedFor(at) - one.returnedFor(at));
        for (const cents of goodwill) expect(cents).toBeGreaterThanOrEqual(0);
        const beyond = goodwill.reduce((sum, cents) => sum + cents, 0);
        expect(returned + beyond).toBe(each.reduce((sum, at) => sum + one.refundedFor(at), 0));
      }
    }),
    { numRuns: 1000 },
  );
});
