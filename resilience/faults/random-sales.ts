/** Sales at random moments, and changes of them, for tests of the sums. */
import type { TestApp, TestOwner, TestUnit } from '../../server/testing/app.ts';

interface Place {
  app: TestApp;
  owner: TestOwner;
  units: readonly TestUnit[];
}

export function pickOf<T>(of: readonly T[], random: () => number): T {
  const picked = of[Math.floor(random() * of.length)];
  if (picked === undefined) throw new Error('There is nothing to pick from');
  return picked;
}

/** @param moment a time in milliseconds at which a unit sells */
export function randomSales(
  { app, owner, units }: Place,
  random: () => number,
  moment: () => number,
) {
  const sold: string[] = [];
  const sell = async (): Promise<void> => {
    const unit = pickOf(units, random);
    const pours = [{ ingredientId: unit.rum, position: '1', ml: 44, ms: 2000, outcome: 'poured' }];
    const drinks = [{ drinkId: unit.cubaLibre, pours }, { ingredients: [unit.rum] }];
    const body = { date: moment(), drinks };
    const { body: sale } = await app.send('POST', '/api/orders', { token: unit.key, body });
    sold.push(sale.id);
  };
  /** Sells so often, then moves a sale in time and refunds a drink of one. */
  const sellAndChange = async (times: number): Promise<void> => {
    const { token } = owner;
    for (let nth = 0; nth < times; nth += 1) await sell();
    const body = { date: new Date(moment()).toISOString() };
    await app.send('PUT', `/api/orders/${pickOf(sold, random)}`, { token, body });
    await app.send('GET', `/api/orders/${pickOf(sold, random)}/refund?drinkIndexes=0`, { token });
  };
  return { sell, sellAndChange };
}
