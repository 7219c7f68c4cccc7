/** Fills the disk four times: in the middle of a table, and where the next WAL segment of PostgreSQL would go. */
import { report } from '../../bench/outcome.ts';
import { diskFullRounds } from './disk-full.ts';

export async function diskFullSuite(): Promise<void> {
  const found = await diskFullRounds({
    diskMb: 256,
    clients: 8,
    fullMs: 15_000,
    spareMb: [1, 20, 4, 40],
  });
  if (found === null) {
    console.log('NOT TRIED  disk full: only who may mount a small disk can fill it');
    return;
  }
  const { acknowledged, refused, described } = found;
  report(
    'orders lost, doubled or answered otherwise on a full disk',
    found.lost.length + Math.abs(found.doubled) + found.otherwise,
    { most: 0 },
    `${acknowledged} acknowledged, ${refused} told 507; cents apart in the report: ${found.centsApart}`,
  );
  report('cents that the report has more or less', found.centsApart, { most: 0 }, 'than was sold');
  report(
    'unclear answers on a full disk',
    found.unclear.length,
    { most: 0 },
    found.unclear.length > 0 ? found.unclear.slice(0, 5).join('; ') : JSON.stringify(described),
  );
  report('slowest answer in seconds', found.slowestMs / 1000, { most: 2 }, 'to a till');
  report(
    'rounds that were not seen as not ready, or as dead',
    found.wasRed.filter((red) => !red).length + (found.alwaysAlive ? 0 : 1),
    { most: 0 },
    `of ${found.wasRed.length}`,
  );
  report(
    'slowest healing after there was room, in seconds',
    found.slowestHealMs / 1000,
    { most: 10 },
    'until it sold and said that it is ready, which it looks at every five seconds',
  );
}
