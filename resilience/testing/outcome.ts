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
  for (let run = 0; run < runs; run += 1) times.push(await msOf(work));
  return times;
}

/** Milliseconds that `work` takes. */
export async function msOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/**
 * Reports the 95th percentile of times against a limit in milliseconds.
 * @param firstMs time of the first run, where it is shown
 */
export function reportP95(
  name: string,
  times: readonly number[],
  limitMs: number,
  firstMs?: number,
): void {
  const first = firstMs === undefined ? '' : `, first ${firstMs.toFixed(0)} ms`;
  report(
    `${name}, p95 / ${limitMs} ms`,
    p95(times) / limitMs,
    { most: 1 },
    `median ${median(times).toFixed(0)} ms, p95 ${p95(times).toFixed(0)} ms${first}`,
  );
}
