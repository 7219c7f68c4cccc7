/** Reports a benchmark result: the ratio, its limit, and pass or fail. */

let failed = 0;

/** `limit` is the maximum of the ratio, or the minimum. */
export function report(
  name: string,
  ratio: number,
  limit: { most: number } | { least: number },
  details: string,
): void {
  const holds = 'most' in limit ? ratio <= limit.most : ratio >= limit.least;
  const bound = 'most' in limit ? `at most ${limit.most}` : `at least ${limit.least}`;
  if (!holds) failed += 1;
  console.log(
    `${holds ? 'holds ' : 'MISSED'}  ${name}: ${ratio.toFixed(2)} (${bound}) — ${details}`,
  );
}

export function exitCode(): number {
  return failed === 0 ? 0 : 1;
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export const p95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(0.95 * values.length)] ?? Number.NaN;

/** Milliseconds of each of `runs` runs, after warm-up runs. */
export async function timesMs(runs: number, work: () => Promise<unknown>): Promise<number[]> {
  for (let warm = 0; warm < Math.max(3, runs / 5); warm += 1) await work();
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times;
}
