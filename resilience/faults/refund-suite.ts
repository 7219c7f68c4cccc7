/** 20 rounds of kill -9 during refund requests, two minutes. */
import { rm } from 'node:fs/promises';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { report } from '../../bench/outcome.ts';
import { refundRounds } from './refund-rounds.ts';

export async function refundSuite(): Promise<void> {
  const dataDir = await makeTestFolder();
  const found = await refundRounds(dataDir, 20);
  await rm(dataDir, { recursive: true, force: true });
  report(
    'payments overpaid and refunds left open by kill -9',
    found.overpaid.length + found.open,
    { most: 0 },
    `${found.drinks} drinks refunded in ${found.rounds} rounds`,
  );
  report(
    'cents that the report and the provider see differently',
    Math.abs(found.paidCents - found.reportedCents) +
      Math.abs(found.chargedCents - found.grossCents),
    { most: 0 },
    `${found.paidCents} paid back, ${found.chargedCents} charged`,
  );
}
