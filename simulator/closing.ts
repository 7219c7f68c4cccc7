/** Final summary: the ledger, server performance, and the comparison with the report. */
import { formatCents } from '../lib/money.ts';
import { millis } from './live-line.ts';
import type { SimulationOutcome } from './simulation.ts';

const count = (number: number): string => number.toLocaleString('en-US');
const mostShown = 20;

export function closingText(outcome: SimulationOutcome): string {
  const { tally, sums, unsent, differing } = outcome;
  const lines = [
    `Ledger: ${count(sums.orders)} orders, ${count(sums.servings)} servings, prices ${formatCents(sums.priceCents)}, ` +
      `taxes ${formatCents(sums.taxCents)}, tips ${formatCents(sums.tipCents)}, fees ${formatCents(sums.feeCents)}.`,
    ...(outcome.taxIsTaken ? [taxIsTaken] : []),
    `On the wire: ${count(tally.sent)} orders sent, ${count(tally.accepted)} taken in, ${count(tally.replayed)} replayed, ` +
      `${count(tally.refused)} refused, ${count(tally.pending)} without a response; ${count(tally.offline)} times offline, ` +
      `${count(tally.restocks)} bottles brought, ${count(tally.menus)} menus (${count(tally.menusUnchanged)} unchanged).`,
    ...[...tally.reasons].map(([reason, times]) => `  ${count(times)} times: ${reason}`),
    `Speed: ${outcome.perSecond.toFixed(1)} orders a second, response time ${millis(tally.responses.within(0.5))} (median), ` +
      `${millis(tally.responses.within(0.95))} (p95), ${millis(tally.responses.within(0.99))} (p99).`,
    `Report: ${millis(outcome.report.busy.within(0.5))} while the units sold, ` +
      `${millis(outcome.report.idle.within(0.5))} when they had stopped (medians).`,
    ...(unsent > 0 ? [`${count(unsent)} orders could not be sent: the server was away.`] : []),
    ...(differing.length === 0
      ? [`The report agrees to the cent, for each of ${count(outcome.units)} units and in all.`]
      : [
          'The report does not agree:',
          ...differing.slice(0, mostShown).map((line) => `  ${line}`),
        ]),
    ...(differing.length > mostShown ? [`  and ${count(differing.length - mostShown)} more`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

const taxIsTaken =
  'Taxes are the server’s own: an owner may not read the percentage. Sign in as a super admin to have them checked too.';
