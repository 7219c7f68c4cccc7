/** Property test: what was charged for failed glasses equals what became of it, whatever is refunded, fails or returns. */
import { array, assert, boolean, constantFrom, nat, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { splitCents } from '../../lib/split-cents.ts';
import { planRefunds, type RefundableLine, tipsAfterFailure } from '../refunds/refund.ts';
import { caseAfter, type CaseState, resolutions } from './case-state.ts';
import { owedCents } from './owed.ts';

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

/** A sale with its cases, changed as the server does. */
class Books {
  readonly quantities: { priceCents: number; quantity: number; failed: number }[];
  readonly cases: CaseState[];
  readonly chargedCents: number;
  lines: RefundableLine[];
  refundedCents = 0;

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
    this.lines = prices.map((priceCents, at) => ({
      priceCents,
      taxCents: taxes[at] ?? 0,
      tipCents: tips[at] ?? 0,
      state: 'paid',
    }));
    this.cases = lines.map(() => ({ state: 'open', resolution: null }));
    this.chargedCents = this.sumOf(() => true);
  }

  owedFor(at: number): number {
    const [sold, line] = [this.quantities[at], this.lines[at]];
    if (!sold || !line || sold.failed === 0) return 0;
    const isNothingPoured = this.quantities.every(({ quantity, failed }) => quantity === failed);
    return owedCents({ ...line, ...sold }, { isNothingPoured });
  }

  sumOf(isCounted: (state: CaseState) => boolean): number {
    return this.cases.reduce(
      (sum, state, at) => sum + (isCounted(state) ? this.owedFor(at) : 0),
      0,
    );
  }

  settle(at: number, resolution: Exclude<CaseState['resolution'], null>): void {
    if (this.cases[at]?.state === 'open') this.cases[at] = { state: 'resolved', resolution };
  }

  request(at: number): void {
    const plan = planRefunds(this.lines, [at]);
    if ('refusal' in plan) return;
    this.change(at, 'requested', plan.tipsCents);
  }

  end(at: number, isDeclined: boolean): void {
    const line = this.lines[at];
    if (line?.state !== 'requested') return;
    if (isDeclined) return this.change(at, 'paid', tipsAfterFailure(this.lines, at));
    this.refundedCents += line.priceCents + line.taxCents + line.tipCents;
    this.change(at, 'refunded', null);
  }

  giveBack(at: number): void {
    const line = this.lines[at];
    if (line?.state !== 'refunded') return;
    this.refundedCents -= line.priceCents + line.taxCents + line.tipCents;
    this.change(at, 'paid', tipsAfterFailure(this.lines, at));
  }

  private change(
    at: number,
    state: RefundableLine['state'],
    tipsCents: readonly number[] | null,
  ): void {
    this.lines = this.lines.map((line, nth) => ({
      ...line,
      tipCents: tipsCents?.[nth] ?? line.tipCents,
      state: nth === at ? state : line.state,
    }));
    this.lines.forEach((line, nth) => {
      const now = this.cases[nth];
      if (now) this.cases[nth] = caseAfter(now, line.state);
    });
  }
}

test('FAIL-02 charged = returned + made again + owed + kept, and refunds = returned + goodwill + those of poured drinks, over 1,000 random nights', () => {
  assert(
    property(night, ({ sales, steps }) => {
      const books = sales.map((sold) => new Books(sold));
      for (const { sale: nth, line, action, isDeclined, resolution } of steps) {
        const one = books[nth % books.length];
        if (!one) continue;
        if (action === 'settle') one.settle(line, resolution);
        if (action === 'return') one.giveBack(line);
        if (action === 'request' || action === 'refund') one.request(line);
        if (action === 'refund') one.end(line, isDeclined);
      }
      for (const one of books) {
        const returned = one.sumOf(({ resolution }) => resolution === 'refunded');
        const remade = one.sumOf(({ resolution }) => resolution === 'remade');
        const owed = one.sumOf(({ state }) => state !== 'resolved');
        const kept = one.sumOf(
          ({ resolution }) =>
            resolution !== null && ['meter', 'kept', 'declined'].includes(resolution),
        );
        expect(returned + remade + owed + kept).toBe(one.chargedCents);

        const back = one.lines.map(({ state, priceCents, taxCents, tipCents }) =>
          state === 'refunded' ? priceCents + taxCents + tipCents : 0,
        );
        const goodwill = back.map((cents, at) => (cents === 0 ? 0 : cents - one.owedFor(at)));
        for (const cents of goodwill) expect(cents).toBeGreaterThanOrEqual(0);
        const beyond = goodwill.reduce((sum, cents) => sum + cents, 0);
        expect(returned + beyond).toBe(one.refundedCents);
      }
    }),
    { numRuns: 1000 },
  );
});
