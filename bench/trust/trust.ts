/** npm run bench:trust: the long form of what `npm test` tries in short. 200 rounds of kill -9 take about eight minutes. */
import { rm } from 'node:fs/promises';
import { makeTestFolder } from '../../db/test-folder.ts';
import { killRounds } from './kill-rounds.ts';

const rounds = Number(process.argv[2] ?? 200);
const dataDir = await makeTestFolder();
const outcome = await killRounds(dataDir, rounds);
await rm(dataDir, { recursive: true, force: true });

const holds = outcome.lost.length === 0 && outcome.doubled === 0;
console.log(
  `${holds ? 'holds ' : 'FAILED'}  kill -9: ${outcome.rounds} rounds, ${outcome.acknowledged} orders acknowledged, ` +
    `${outcome.lost.length} lost, ${outcome.doubled} doubled, slowest start ${(outcome.slowestStartMs / 1000).toFixed(1)} s`,
);
process.exitCode = holds ? 0 : 1;
