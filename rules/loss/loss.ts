/** Loss: pours of each ingredient against its sales, and what is missing besides. */
import { hundredths } from '../../lib/hundredths.ts';
import { splitCents } from '../../lib/split-cents.ts';
import { type Cost, costAt, isEstimatedAt } from './costs.ts';

/** Most days of a report, since it reads every pour of them. */
export const mostLossDays = 92;

/** Parts of what was poured: they add up to it, to 0.01 ml. */
export const pouredParts = ['sold', 'comped', 'refunded', 'wasted', 'overPoured'] as const;
export type PouredPart = (typeof pouredParts)[number];

/** Amounts in ml or in cents. */
export type LossAmounts = Record<'poured' | PouredPart | 'discarded', number> & {
  /** Null without a count, or where stock was not deducted for all sales. */
  unexplained: number | null;
};

/** Lines of sales that are alike. */
export interface SoldLines {
  readonly lines: number;
  /** Start of the time in which they were sold and no cost changed. */
  readonly atMs: number;
  /** Whether the unit reported their pours. */
  readonly isMeasured: boolean;
  /** False where the stock of their unit was not managed. */
  readonly isDeducted: boolean;
  readonly ingredientIds: readonly string[];
  /** Of a single, as of the sale; empty where not known. */
  readonly servingMl: readonly number[];
  /** Empty where not known. */
  readonly ingredientPriceCents: readonly number[];
  readonly isDouble: boolean;
  readonly quantity: number;
  readonly successQuantity: number;
  readonly refundedQuantity: number;
  /** Of one. */
  readonly priceCents: number;
  /** Millilitres of all these lines together, by ingredient. */
  readonly poured: ReadonlyMap<string, number>;
}

/** Sum of the movements of a kind in which no cost changed. */
export interface MovedStock {
  readonly ingredientId: string;
  readonly atMs: number;
  readonly kind: string;
  readonly ml: number;
}

export interface IngredientLoss {
  readonly ingredientId: string;
  readonly ml: LossAmounts;
  /** Null where no cost of the ingredient is entered. */
  readonly cents: LossAmounts | null;
  /** True where something is valued with a cost that began later. */
  readonly isEstimated: boolean;
  /** Of what was poured, that of lines without pours. */
  readonly notMeasuredMl: number;
  /** Servings of the measured lines without a failed glass. */
  readonly setMl: number;
  /** Poured beyond it by these lines. */
  readonly setOverMl: number;
  /** Its share of the sales, without refunded glasses. */
  readonly salesCents: number;
}

interface Account {
  /** In hundredths of a millilitre. */
  ml: LossAmounts;
  /** In hundredths of a millilitre, by the cost that values them: so the cents do not depend on how lines are grouped. */
  byCost: Map<Cost, LossAmounts>;
  notMeasured: number;
  set: number;
  setOver: number;
  salesCents: number;
  isEstimated: boolean;
  isCounted: boolean;
  isDeducted: boolean;
}

/** Amounts of 0. */
export const noAmounts = (): LossAmounts => ({
  poured: 0,
  sold: 0,
  comped: 0,
  refunded: 0,
  wasted: 0,
  overPoured: 0,
  discarded: 0,
  unexplained: 0,
});

/**
 * Adds up the loss of each ingredient: poured = sold + comped + refunded + wasted + overPoured in ml and in cents, and
 * unexplained beside it.
 * @param costs of each ingredient, in their order
 */
export function lossOf({
  lines,
  movements,
  costs,
}: {
  readonly lines: readonly SoldLines[];
  readonly movements: readonly MovedStock[];
  readonly costs: ReadonlyMap<string, readonly Cost[]>;
}): IngredientLoss[] {
  const accounts = new Map<string, Account>();
  const accountOf = (id: string): Account => {
    const known = accounts.get(id);
    if (known) return known;
    const account: Account = {
      ml: noAmounts(),
      byCost: new Map(),
      notMeasured: 0,
      set: 0,
      setOver: 0,
      salesCents: 0,
      isEstimated: false,
      isCounted: false,
      isDeducted: true,
    };
    accounts.set(id, account);
    return account;
  };
  const book = (id: string, atMs: number, part: keyof LossAmounts, amount: number): void => {
    const account = accountOf(id);
    const of = costs.get(id) ?? [];
    const cost = costAt(of, atMs);
    account.ml[part] = (account.ml[part] ?? 0) + amount;
    if (cost === null || amount === 0) return;
    const valued = account.byCost.get(cost) ?? noAmounts();
    account.byCost.set(cost, { ...valued, [part]: (valued[part] ?? 0) + amount });
    if (isEstimatedAt(of, atMs)) account.isEstimated = true;
  };
  for (const line of lines) {
    for (const [id, cents] of salesOf(line, costs)) accountOf(id).salesCents += cents;
    for (const part of partsOf(line)) {
      for (const name of pouredParts) book(part.id, line.atMs, name, part[name]);
      const account = accountOf(part.id);
      account.ml.poured += part.poured;
      account.set += part.set;
      account.setOver += part.setOver;
      if (!line.isMeasured) account.notMeasured += part.poured;
      if (!line.isDeducted) account.isDeducted = false;
    }
  }
  for (const { ingredientId: id, atMs, kind, ml } of movements) {
    if (kind === 'counted') accountOf(id).isCounted = true;
    if (kind === 'discarded') book(id, atMs, 'discarded', -hundredths(ml));
    // Less than by the books was taken otherwise; more than by them was missing there.
    if (kind === 'counted' || kind === 'found') book(id, atMs, 'unexplained', -hundredths(ml));
  }
  return [...accounts].map(([ingredientId, account]) => ({
    ingredientId,
    ml: amountsOf(account, account.ml, (amount) => amount / 100),
    cents:
      (costs.get(ingredientId) ?? []).length === 0
        ? null
        : amountsOf(account, valuedIn(account), Math.round),
    isEstimated: account.isEstimated,
    notMeasuredMl: account.notMeasured / 100,
    setMl: account.set / 100,
    setOverMl: account.setOver / 100,
    salesCents: account.salesCents,
  }));
}

/** Cents of an amount in hundredths of a millilitre, not rounded. */
export const centsOf = (amount: number, { cents, perMl }: Cost): number =>
  (amount / 100 / perMl) * cents;

/** Amounts in cents, not rounded; costs are added up in the order in which they hold. */
function valuedIn({ byCost }: Account): LossAmounts {
  const sum = noAmounts();
  for (const [cost, amounts] of [...byCost].toSorted(([a], [b]) => a.fromMs - b.fromMs))
    for (const part of [...pouredParts, 'discarded', 'unexplained'] as const)
      sum[part] = (sum[part] ?? 0) + centsOf(amounts[part] ?? 0, cost);
  return sum;
}

/** Amounts in their unit; what was poured is the sum of its parts, also where each is rounded. */
function amountsOf(
  { isCounted, isDeducted }: Account,
  { unexplained, ...amounts }: LossAmounts,
  inUnit: (amount: number) => number,
): LossAmounts {
  const part = (name: PouredPart | 'discarded'): number => inUnit(amounts[name]) + 0;
  const [sold, comped, refunded, wasted, overPoured] = pouredParts.map(part);
  const parts = {
    sold: sold ?? 0,
    comped: comped ?? 0,
    refunded: refunded ?? 0,
    wasted: wasted ?? 0,
    overPoured: overPoured ?? 0,
  };
  return {
    ...parts,
    poured: Math.round(Object.values(parts).reduce((sum, each) => sum + each, 0) * 100) / 100,
    discarded: part('discarded'),
    unexplained: isCounted && isDeducted ? inUnit(unexplained ?? 0) + 0 : null,
  };
}

export interface LineParts extends Record<'poured' | PouredPart, number> {
  id: string;
  set: number;
  setOver: number;
}

/** Glasses of a line that were poured and refunded: those that failed are refunded first. */
export const refundedPoured = ({
  quantity,
  successQuantity,
  refundedQuantity,
}: Pick<SoldLines, 'quantity' | 'successQuantity' | 'refundedQuantity'>): number =>
  Math.min(successQuantity, Math.max(0, refundedQuantity - (quantity - successQuantity)));

/** Parts of each ingredient of these lines, in hundredths of a millilitre. */
export function partsOf(line: SoldLines): LineParts[] {
  const { ingredientIds, servingMl, successQuantity: poured, quantity, lines } = line;
  return [...new Set([...ingredientIds, ...line.poured.keys()])].map((id) => {
    const measured = hundredths(line.poured.get(id) ?? 0);
    const at = ingredientIds.indexOf(id);
    const serving = at === -1 ? 0 : servingMl[at];
    // Without a serving of the sale, what was poured is taken for right.
    const expected =
      serving === undefined
        ? poured === 0
          ? 0
          : measured
        : hundredths(serving) * (line.isDouble ? 2 : 1) * poured * lines;
    const amount = line.isMeasured ? measured : expected;
    const beyond = amount - expected;
    const back = poured === 0 ? 0 : Math.round((expected * refundedPoured(line)) / poured);
    const isFree = line.priceCents === 0;
    const isWhole = poured === quantity;
    const isJudged = isWhole && line.isMeasured && serving !== undefined;
    return {
      id,
      poured: amount,
      sold: isFree ? 0 : expected - back,
      comped: isFree ? expected : 0,
      refunded: isFree ? 0 : back,
      wasted: isWhole ? 0 : beyond,
      overPoured: isWhole ? beyond : 0,
      set: isJudged ? expected : 0,
      setOver: isJudged ? beyond : 0,
    };
  });
}

/** Sales of these lines by ingredient, without refunded glasses. */
function salesOf(
  line: SoldLines,
  costs: ReadonlyMap<string, readonly Cost[]>,
): (readonly [string, number])[] {
  const cents = line.priceCents * (line.quantity - line.refundedQuantity) * line.lines;
  return sharesOf(cents, line, costs);
}

/** Shares of the ingredients of a line in an amount in cents: by their prices, else by what they cost, else evenly. */
export function sharesOf(
  cents: number,
  line: Pick<SoldLines, 'ingredientIds' | 'ingredientPriceCents' | 'servingMl' | 'atMs'>,
  costs: ReadonlyMap<string, readonly Cost[]>,
): (readonly [string, number])[] {
  const { ingredientIds: ids, ingredientPriceCents: prices } = line;
  if (cents === 0 || ids.length === 0) return [];
  const byCost = ids.map((id, at) => {
    const cost = costAt(costs.get(id) ?? [], line.atMs);
    return cost === null
      ? 0
      : Math.round(((line.servingMl[at] ?? 0) * cost.cents * 100) / cost.perMl);
  });
  const isUsable = (weights: readonly number[]) =>
    weights.length === ids.length && weights.some((weight) => weight > 0);
  const weights = [prices, byCost].find(isUsable) ?? ids.map(() => 1);
  const shares = splitCents(cents, weights);
  return ids.map((id, at) => [id, shares[at] ?? 0]);
}

/** Waste, over-pour and what is not explained, in the unit of the amounts. */
export const lostOf = ({ wasted, overPoured, unexplained }: LossAmounts): number =>
  wasted + overPoured + (unexplained ?? 0);

/** Sales that a lost amount would have made: each ml what an ml that was sold earned; null where none was sold. */
export const lostSalesCents = ({ ml, salesCents }: IngredientLoss): number | null =>
  ml.sold <= 0 ? null : Math.round((lostOf(ml) * salesCents) / ml.sold);
