/** npm run bench:trust [name …]: the long form of what `npm test` tries in short. All together they take about an hour. */
import { exitCode } from '../outcome.ts';
import { killSuite } from './kill-suite.ts';
import { refundSuite } from './refund-suite.ts';

const suites: Record<string, () => Promise<void>> = {
  kill: killSuite,
  refunds: refundSuite,
};
const wanted = process.argv.slice(2);
for (const name of wanted) {
  if (!(name in suites))
    throw new Error(`There is no suite ${name}, only ${Object.keys(suites).join(', ')}`);
}
for (const [name, suite] of Object.entries(suites)) {
  if (wanted.length === 0 || wanted.includes(name)) await suite();
}
process.exitCode = exitCode();
