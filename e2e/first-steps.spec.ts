/** The dashboard of a venue that has not sold yet. */
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

test('the dashboard of a venue without units begins with the first steps, and the unit is the first', async ({
  page,
  bar,
}) => {
  await bar.request('DELETE', `/api/units/${bar.unitNumber}`);
  await page.goto('/dashboard');
  await expect(page.getByText('This venue has no units yet.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Today so far' })).toContainText(
    'Nothing sold today yet',
  );
  await expect(page.getByRole('button', { name: 'Add order' })).toBeDisabled();
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps).toContainText('0 of 6 done');
  await expect(steps.getByRole('listitem')).toHaveCount(6);
  await expectNoShift(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await steps.getByRole('link', { name: 'Add unit' }).click();
  await expect(page).toHaveURL(new RegExp(`/venues/${bar.venueId}`));
});

test('first steps are ticked off as they are done, and are gone after the first sale', async ({
  page,
  bar,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard');
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps).toContainText('1 of 6 done');
  await expect(steps.getByRole('link', { name: 'Add unit (done)' })).toBeVisible();
  await expectNoShift(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const gin = await bar.addIngredient({ name: 'Gin', price: 7, positionInUnit: ['4'] });
  await bar.addDrink('Gin', 9, [gin]);
  await page.reload();
  await expect(steps).toContainText('3 of 6 done');
  await bar.sell({ drinks: [{ ingredients: [gin] }] });
  await page.reload();
  await expect(page.getByRole('region', { name: 'Today so far' })).toContainText('Orders1');
  await expect(steps).toHaveCount(0);
});
