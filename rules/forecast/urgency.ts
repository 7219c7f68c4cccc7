/** Order of what is to be refilled. */
interface Urgent {
  readonly forecast: {
    readonly left: number;
    readonly runOut: { readonly earliestMs: number | null };
    readonly atRiskCents: number;
  };
}

/** What runs out first is first; of what runs out at the same time, what earns more. */
export const byUrgency = (a: Urgent, b: Urgent): number =>
  urgencyOf(a) - urgencyOf(b) || b.forecast.atRiskCents - a.forecast.atRiskCents;

function urgencyOf({ forecast: { left, runOut } }: Urgent): number {
  if (left === 0) return 0;
  return runOut.earliestMs ?? Number.MAX_SAFE_INTEGER;
}
