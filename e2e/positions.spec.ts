import { sendRequest } from './api-client.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

test('a position that fails more than the others is named, one with few pours is not judged', async ({
  page,
  bar,
}) => {
  const names = ['Rum', 'Gin', 'Vodka'];
  const counts = [
    [30, 10],
    [50, 0],
    [12, 0],
  ] as const;
  const twin = await bar.addUnit('ROTENDER_CLASSIC');
  const { key } = await bar.request<{ key: string }>('POST', `/api/units/${twin.unitNumber}/keys`);
  for (const [nth, [poured, blocked]] of counts.entries()) {
    const position = String(nth + 1);
    const id = await bar.addIngredient({
      name: names[nth],
      price: 7,
      positionInUnit: [position],
    });
    const lineOf = (outcome: string, ml: number) => ({
      ingredients: [id],
      successQuantity: outcome === 'poured' ? 1 : 0,
      pours: [{ ingredientId: id, position, ml, ms: 5000, outcome }],
    });
    await bar.request('PUT', `/api/ingredients/${id}`, {
      unitId: twin._id,
      positionInUnit: [position],
      price: 8,
    });
    await sendRequest(key, 'POST', '/api/orders', {
      drinks: Array.from({ length: 40 }, (_, line) =>
        line === 0 && nth === 0 ? lineOf('blocked', 0) : lineOf('poured', 45),
      ),
    });
    await bar.sell({
      drinks: [
        ...Array.from({ length: poured }, () => lineOf('poured', 45)),
        ...Array.from({ length: blocked }, () => lineOf('blocked', 0)),
      ],
    });
  }
  await page.goto(`/units/${bar.unitNumber}?tab=positions`);
  const table = page.getByRole('table', { name: 'Failed pours by position' });
  await expect(table.getByRole('row', { name: /Rum/ })).toContainText('25.0% of 40 pours failed');
  await expect(table.getByRole('row', { name: /Rum/ })).toContainText('Failing');
  await expect(table.getByRole('row', { name: /Gin/ })).toContainText('As usual');
  await expect(table.getByRole('row', { name: /Vodka/ })).toContainText('12 pours, too few to say');
  await expect(page.getByText(/^Position 1: Rum, 25\.0% of 40 pours/)).toBeAttached();
  const twins = page.getByRole('region', { name: /beside a unit that sells the same/ });
  await expect(twins).toContainText('fails 11.8 times as often as Unit');
  await expect(twins.getByRole('row', { name: /Price of Rum/ })).toContainText('$8.00');
  await page.getByRole('radio', { name: '28 nights' }).check();
  await expect(table.getByRole('row', { name: /Rum/ })).toContainText('10 blocked');
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
