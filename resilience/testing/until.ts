import { setTimeout as wait } from 'node:timers/promises';

/** Polls a condition; throws with its description on timeout. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  patienceMs: number,
): Promise<void> {
  const patience = Date.now() + patienceMs;
  while (!(await isSo())) {
    if (Date.now() > patience) throw new Error(`Waited ${patienceMs} ms for ${isSo.toString()}`);
    await wait(20);
  }
}
