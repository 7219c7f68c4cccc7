import { expect, test } from 'vitest';
import { sharedRuns } from './shared-runs.ts';

interface Begun {
  resolve: (value: number) => void;
  reject: (error: Error) => void;
}

/** Work that the test ends. */
function controlled() {
  const begun: Begun[] = [];
  const work = (): Promise<number> =>
    new Promise((resolve, reject) => {
      begun.push({ resolve, reject });
    });
  return { begun, work };
}

test('those who ask while work runs share the next run, which begins after they asked', async () => {
  const { begun, work } = controlled();
  const run = sharedRuns<number>();
  const first = run('a', work);
  const others = Array.from({ length: 9 }, () => run('a', work));
  expect(begun).toHaveLength(1);
  begun[0]?.resolve(1);
  await first;
  await expect.poll(() => begun.length).toBe(2);
  const late = run('a', work);
  begun[1]?.resolve(2);
  expect(await Promise.all([first, ...others])).toEqual([1, ...others.map(() => 2)]);
  await expect.poll(() => begun.length).toBe(3);
  begun[2]?.resolve(3);
  expect(await late).toBe(3);
});

test('other keys do not wait, and a failure is not kept', async () => {
  const { begun, work } = controlled();
  const run = sharedRuns<number>();
  const [one, two, next] = [run('a', work), run('b', work), run('a', work)];
  expect(begun).toHaveLength(2);
  begun[0]?.reject(new Error('No'));
  begun[1]?.resolve(2);
  await expect(one).rejects.toThrow('No');
  expect(await two).toBe(2);
  await expect.poll(() => begun.length).toBe(3);
  begun[2]?.resolve(3);
  expect(await next).toBe(3);
  const last = run('a', work);
  expect(begun).toHaveLength(4);
  begun[3]?.resolve(4);
  expect(await last).toBe(4);
});
