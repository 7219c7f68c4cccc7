/** npm run bench:trust: the long form of what `npm test` tries in short. 200 rounds of kill -9 take about eight minutes, refunds two more. */
import { rm } from 'node:fs/promises';
import { makeTestFolder } from '../../db/test-folder.ts';
import { killRounds } from './kill-rounds.ts';
import { refundRounds } from './refund-rounds.ts';

const rounds = Number(process.argv[2] ?? 200);
const dataDir = await makeTestFolder();
const outcome = await killRounds(dataDir, rounds);
const refunds = await refundRounds(dataDir, Math.min(rounds, 20));
await rm(dataDir, { recursive: true, force: true });

const holds = outcome.lost.length === 0 && outcome.doubled === 0;
console.log(
  `${holds ? 'holds ' : 'FAILED'}  kill -9: ${outcome.rounds} rounds, ${outcome.acknowledged} orders acknowledged, ` +
    `${outcome.lost.length} lost, ${outcome.doubled} doubled, slowest start ${(outcome.slowestStartMs / 1000).toFixed(1)} s`,
);
const refundsHold =
  refunds.overpaid.length === 0 &&
  refunds.open === 0 &&
  refunds.paidCents === refunds.toldCents &&
  refunds.chargedCents === refunds.grossCents;
console.log(
  `${refundsHold ? 'holds ' : 'FAILED'}  kill -9 of refunds: ${refunds.rounds} rounds, ${refunds.drinks} drinks, ` +
    `${refunds.paidCents} cents paid, ${refunds.toldCents} told, ${refunds.overpaid.length} overpaid, ${refunds.open} open`,
);
process.exitCode = holds && refundsHold ? 0 : 1;
