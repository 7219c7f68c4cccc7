/** npm run bench [name …]: runs the benchmarks one after the other; each prints its ratio against its limit. */
import { benchAlerts } from './alerts.bench.ts';
import { openBenchDatabase } from './bench-database.ts';
import { benchCases } from './cases.bench.ts';
import { benchCertificates } from './certificates.bench.ts';
import { benchCharts } from './charts.bench.ts';
import { benchCloseOuts } from './close-outs.bench.ts';
import { benchCopies } from './copies.bench.ts';
import { benchCsv } from './csv.bench.ts';
import { benchDistributed } from './distributed.bench.ts';
import { benchDrag, benchFirstLoad } from './first-load.bench.ts';
import { benchFeltSpeed } from './felt-speed.bench.ts';
import { benchFairShares } from './fair-shares.bench.ts';
import { benchFleetConsole } from './fleet-console.bench.ts';
import { benchExports } from './exports.bench.ts';
import { benchForecast } from './forecast.bench.ts';
import { benchIntake, benchQuickIntake } from './intake.bench.ts';
import { exitCode } from '../resilience/testing/outcome.ts';
import { benchLive } from './live.bench.ts';
import { benchLoss } from './loss.bench.ts';
import { benchManyVenues } from './many-venues.bench.ts';
import { benchMemory } from './memory.bench.ts';
import { benchMenu } from './menu.bench.ts';
import { benchPricePlans } from './price-plans.bench.ts';
import { benchNets } from './row-level-security.bench.ts';
import { benchOwners } from './owners.bench.ts';
import { benchPartitions } from './partitions.bench.ts';
import { benchProfile } from './profile.bench.ts';
import { benchRebuild } from './rebuild.bench.ts';
import { benchRenderings } from './renderings.bench.ts';
import { benchReport, benchReportRate } from './report.bench.ts';
import { benchRunOut, benchUnitHealth } from './unit-health.bench.ts';
import { benchScale } from './scale.bench.ts';
import { benchSearch } from './search.bench.ts';
import { benchSignedInGet } from './signed-in-get.bench.ts';
import { benchTakeBack } from './take-back.bench.ts';
import { benchWebhooks } from './webhooks.bench.ts';

const benches = {
  report: benchReport,
  rate: benchReportRate,
  csv: benchCsv,
  intake: benchIntake,
  get: benchSignedInGet,
  owners: benchOwners,
  menu: benchMenu,
  nets: benchNets,
  venues: benchManyVenues,
  shares: benchFairShares,
  profile: benchProfile,
};
const requested = process.argv.slice(2);
const isRequested = (name: string) => requested.length === 0 || requested.includes(name);

/** Benchmarks that need a browser or no sales; they set up their own data. */
const reads = {
  load: benchFirstLoad,
  felt: benchFeltSpeed,
  drag: benchDrag,
  renderings: benchRenderings,
  scale: benchScale,
  distributed: benchDistributed,
  health: benchUnitHealth,
  cases: benchCases,
  search: benchSearch,
  forecast: benchForecast,
  live: benchLive,
  alerts: benchAlerts,
  'close-outs': benchCloseOuts,
  charts: benchCharts,
  'take-back': benchTakeBack,
  rebuild: benchRebuild,
  memory: benchMemory,
  certificates: benchCertificates,
  loss: benchLoss,
  webhooks: benchWebhooks,
  plans: benchPricePlans,
  'fleet-console': benchFleetConsole,
  copies: benchCopies,
  exports: benchExports,
};

if (isRequested('runout')) benchRunOut();
if (requested.includes('quick-intake')) await benchQuickIntake();
/** Takes half an hour, so that it has to be named. */
if (requested.includes('partitions')) await benchPartitions();
if (Object.keys(benches).some(isRequested)) {
  const database = await openBenchDatabase();
  try {
    for (const [name, bench] of Object.entries(benches)) {
      if (isRequested(name)) await bench(database);
    }
  } finally {
    await database.close();
  }
}
for (const [name, look] of Object.entries(reads)) if (isRequested(name)) await look();
process.exitCode = exitCode();
