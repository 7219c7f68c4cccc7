import { expect, test } from 'vitest';
import { liveLine } from './dashboard-watch.ts';
import { openLedger, sumsOf } from './ledger.ts';
import { openTally } from './report-figures.ts';

test('the line shows units, simulated time, orders, money and responses', () => {
  const [ledger, tally] = [openLedger(), openTally()];
  Object.assign(tally, { sent: 1204, accepted: 1180, replayed: 24 });
  tally.responses.add(12.34);
  const line = { unitPriceCents: 142_330, quantity: 10, successQuantity: 10, isDouble: false };
  ledger.enter(1001, sumsOf({ lines: [line], tipCents: 20, feeCents: 0 }, { percentage: 0 }));
  const now = () => Date.parse('2026-03-08T03:14:00Z');
  const shown = { units: 50, timezone: 'America/New_York', now, tally, ledger };
  expect(liveLine(shown, 4.08)).toBe(
    '50 units · Sat 22:14 · 1,204 sent, 1,180 taken, 24 replayed, 0 refused · $14,233.20 · 4.1/s · p95 12 ms',
  );
});
