interface RefundedDrink {
  price_cents: number;
  quantity: number;
  tax_cents: number;
  tip_cents: number;
  refunded_at?: Date | string | null | undefined;
  refunded_quantity?: number | undefined;
  refunded_tax_cents?: number | undefined;
  refunded_tip_cents?: number | undefined;
}

/** What is refunded of a drink line: all of it, or some of its glasses. */
export interface RefundedPart {
  glasses: number;
  priceCents: number;
  taxCents: number;
  tipCents: number;
}

export function refundedPart(drink: RefundedDrink): RefundedPart {
  const { price_cents, quantity, tax_cents, tip_cents } = drink;
  const glasses = drink.refunded_at ? quantity : (drink.refunded_quantity ?? 0);
  return {
    glasses,
    priceCents: price_cents * glasses,
    taxCents: drink.refunded_at ? tax_cents : (drink.refunded_tax_cents ?? 0),
    tipCents: drink.refunded_at ? tip_cents : (drink.refunded_tip_cents ?? 0),
  };
}

/** Price, tax and tip of what is refunded of a drink line. */
export function refundedCents(drink: RefundedDrink): number {
  const { priceCents, taxCents, tipCents } = refundedPart(drink);
  return priceCents + taxCents + tipCents;
}
