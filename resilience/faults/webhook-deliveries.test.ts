/** Ten thousand sales, sent to a program that fails three times in ten. */
import { expect, test } from 'vitest';
import { seededRandom } from '../../lib/seeded-random.ts';
import { createUnit, type TestUnit } from '../../server/testing/app.ts';
import {
  addWebhook,
  deliver,
  receiver,
  sell,
  withWebhooks,
} from '../../server/testing/webhooks.ts';
import { app, owner, unit } from '../../server/testing/with-app.ts';

withWebhooks();

const perUnit = 2500;
const rounds = 5;
const share = 0.3;
const hourMs = 60 * 60_000;

/** Outcomes of attempts, by event. Each has at most seven failures: an eighth attempt is made within three days. */
function makeOutcomes(): (id: string) => 'ok' | 'fails' | 'fails after it was taken' {
  const random = seededRandom(20_261_129);
  const failures = new Map<string, number>();
  return (id) => {
    const before = failures.get(id) ?? 0;
    if (before === 7 || random() >= share) return 'ok';
    failures.set(id, before + 1);
    return random() < 0.5 ? 'fails' : 'fails after it was taken';
  };
}

async function sellOf(one: TestUnit, count: number): Promise<string[]> {
  const sold: string[] = [];
  for (let sale = 0; sale < count; sale += 1) sold.push(await sell({}, one));
  return sold;
}

test(
  'API-02 of 10,000 sales, each is delivered at least once, and none is missing by number',
  { timeout: 400_000 },
  async () => {
    await addWebhook();
    const units = [unit];
    while (units.length < 4) units.push(await createUnit(app, owner));
    const outcomeOf = makeOutcomes();
    const taken: { event: string; sale: string; unitNumber: number; number: number }[] = [];
    let failed = 0;
    receiver.respond = ({ body }, response) => {
      receiver.received.length = 0;
      const outcome = outcomeOf(body.id);
      if (outcome !== 'fails') {
        const { id: event, unitNumber, number } = body;
        taken.push({ event, sale: body.data.id, unitNumber, number });
      }
      if (outcome === 'ok') return response.end();
      failed += 1;
      return response.writeHead(failed % 2 === 0 ? 500 : 429).end('busy');
    };
    const sold: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      sold.push(...(await Promise.all(units.map((one) => sellOf(one, perUnit / rounds)))).flat());
      await deliver();
    }
    // Until the last of the pauses between attempts is over, within three days.
    for (let hours = 0; hours < 64; hours += 4) {
      app.setNow(new Date(app.deps.now().getTime() + 4 * hourMs));
      await deliver();
    }
    app.setNow(new Date());

    expect(new Set(taken.map(({ sale }) => sale))).toEqual(new Set(sold));
    expect(new Set(taken.map(({ event }) => event)).size).toBe(sold.length);
    for (const { unitNumber } of units) {
      const own = taken.filter((one) => one.unitNumber === unitNumber);
      const numbers = [...new Set(own.map(({ number }) => number))].toSorted((a, b) => a - b);
      const first = numbers[0] ?? 0;
      expect(numbers).toEqual(Array.from({ length: perUnit }, (_, index) => first + index));
    }
    expect(failed / (sold.length + failed)).toBeCloseTo(share, 1);
    // Some arrived twice.
    expect(taken.length).toBeGreaterThan(sold.length);
  },
);
