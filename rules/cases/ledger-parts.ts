/** Figures of the ledger of cases, each of which is the sum of the same part of its cases. */
import type { Resolution } from './cases.ts';

/** charged = returned + remade + owed + kept. */
export const ledgerParts = ['charged', 'returned', 'remade', 'owed', 'kept'] as const;

export type LedgerPart = (typeof ledgerParts)[number];

export const isLedgerPart = (text: string | undefined): text is LedgerPart =>
  ledgerParts.some((part) => part === text);

/** What the figure is called, and what became of its cases. */
export const ledgerLabels: Readonly<Record<LedgerPart, { label: string; past: string }>> = {
  charged: { label: 'Charged', past: 'charged for drinks that were not poured' },
  returned: { label: 'Refunded', past: 'refunded' },
  remade: { label: 'Made again', past: 'made again' },
  owed: { label: 'Owed', past: 'owed' },
  kept: { label: 'Not refunded', past: 'not refunded' },
};

interface CaseAmounts {
  resolution: Resolution | null;
  /** Still owed, or was owed for what the resolution settled. */
  owed?: number | undefined;
  /** All that was refunded of the drink. */
  returned?: number | undefined;
}

/** Share of a case in a figure that it is part of, in dollars; undefined where amounts are hidden. */
export function amountOfPart(
  part: LedgerPart,
  { resolution, owed, returned }: CaseAmounts,
): number | undefined {
  if (owed === undefined || returned === undefined) return undefined;
  const isRefunded = resolution === 'refunded';
  if (part === 'charged') return isRefunded ? owed : owed + returned;
  if (part === 'returned') return isRefunded ? Math.min(owed, returned) : returned;
  return owed;
}
