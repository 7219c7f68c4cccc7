/** npm run bench [name …]: runs the benchmarks one after the other; each prints its ratio against its limit. */
import { openBenchDatabase } from './bench-database.ts';
import { benchCsv } from './csv.bench.ts';
import { benchIntake } from './intake.bench.ts';
import { benchFirstLoad } from './first-load.bench.ts';
import { exitCode } from './outcome.ts';
import { benchOwners } from './owners.bench.ts';
import { benchReport } from './report.bench.ts';
import { benchSignedInGet } from './signed-in-get.bench.ts';

const benches = {
  report: benchReport,
  csv: benchCsv,
  intake: benchIntake,
  get: benchSignedInGet,
  owners: benchOwners,
};
const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

const database = await openBenchDatabase();
try {
  for (const [name, bench] of Object.entries(benches)) {
    if (isWanted(name)) await bench(database);
  }
} finally {
  await database.close();
}
if (isWanted('load')) await benchFirstLoad();
process.exitCode = exitCode();
