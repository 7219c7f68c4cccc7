import type { Page } from '@playwright/test';
import { type Bar, fillMenu } from './bar.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { discard } from './screens.ts';
import { expect, test } from './test.ts';

async function openBar(bar: Bar): Promise<void> {
  await fillMenu(bar, 2);
  const clock = { timezone: 'America/New_York', startsAt: '05:00' };
  await bar.request('PUT', `/api/venues/${bar.venueId}/clock`, clock);
}

const plans = (page: Page) => page.getByRole('region', { name: 'Plans', exact: true });
const pricesOf = async (bar: Bar) =>
  (
    await bar.getJson<{ drinks: { price: number }[] }>(
      `/api/venues/${bar.venueId}/effective-prices`,
    )
  ).drinks.map(({ price }) => price);

test('a happy hour is made on a phone, and taken back with one tap', async ({ page, bar }) => {
  await openBar(bar);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/prices');
  await page.getByRole('navigation', { name: 'Menu and prices' }).getByText('Plans').click();
  await expect(page).toHaveURL(/tab=plans/);
  await expect(plans(page)).toContainText('There are no plans yet');
  await page.getByRole('button', { name: 'Add plan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add plan' });
  await dialog.getByLabel('Name').fill('Happy hour');
  await dialog.getByLabel('Percent').fill('20');
  await expect(dialog.getByText('Mon to Fri, 5:00 PM to 7:00 PM')).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Preview' })).toContainText('$10.00 → $8.00');
  await expect(dialog.getByText('Too few of these were sold')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add plan' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(plans(page)).toContainText('−20%, to 25 cents · Mon to Fri, 5:00 PM to 7:00 PM');
  const week = page.getByRole('region', { name: 'The next seven days' });
  await expect(week).toContainText('5:00 PM to 7:00 PM Happy hour');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(plans(page)).toContainText('There are no plans yet');
  expect(await bar.getJson(`/api/venues/${bar.venueId}/price-plans`)).toEqual([]);
});

test('PRICE-05 a plan shows which other plan sets the price, and what a guest pays then', async ({
  page,
  bar,
}) => {
  await openBar(bar);
  const allDay = {
    repeats: 'weekly',
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    from: '00:00',
    until: '00:00',
  };
  await bar.request('POST', `/api/venues/${bar.venueId}/price-plans`, {
    name: 'Half price',
    times: allDay,
    change: { operation: 'percent', by: -50 },
  });
  await page.goto('/prices?tab=plans');
  const row = plans(page).getByRole('listitem').filter({ hasText: 'Half price' });
  await expect(row).toContainText('In force now');
  const guest = page.getByRole('region', { name: 'What a guest pays' });
  await expect(guest.getByRole('listitem').filter({ hasText: 'Drink 1' })).toContainText('$5.00');
  await guest.getByLabel('Day', { exact: true }).selectOption({ index: 1 });
  await guest.getByRole('slider', { name: 'Time of day' }).press('End');
  await expect(guest.getByLabel('Time', { exact: true })).toHaveValue('23:45');
  await expect(guest.getByText(/, 11:45 PM$/)).toBeVisible();
  await page.getByRole('button', { name: 'Add plan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add plan' });
  await dialog.getByLabel('Name').fill('Drink of the week');
  await dialog.getByLabel('Percent').fill('20');
  const preview = dialog.getByRole('list', { name: 'Preview', includeHidden: true });
  await expect(preview).toBeVisible();
  await dialog.getByLabel('Drinks', { exact: true }).selectOption('Chosen drinks');
  await expect(dialog.getByText('Each price is shown here')).toBeVisible();
  await expect(preview).toBeHidden();
  // Keeps its place, so that the list of drinks does not move.
  expect((await preview.boundingBox())?.height).toBeGreaterThan(0);
  await dialog.getByRole('checkbox', { name: 'Drink 1' }).check();
  await expect(dialog.getByRole('list', { name: 'Conflicts' })).toContainText(
    'Half price sets the price of 1 of these drinks too',
  );
  await expect(dialog.getByRole('list', { name: 'Conflicts' })).toContainText(
    'It counts instead of this plan.',
  );
  await expect(dialog.getByRole('list', { name: 'Preview' })).not.toContainText('Drink 2');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await discard(page);
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: 'End Half price now' }).click();
  await expect(row).toContainText('Ended');
  expect(await pricesOf(bar)).toEqual([10, 11]);
  await expect(guest.getByRole('listitem').filter({ hasText: 'Drink 1' })).toContainText('$10.00');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('In force now');
  expect(await pricesOf(bar)).toEqual([5, 5.5]);
});

test('a plan is edited: its values are there, and what it changes is shown before it is stored', async ({
  page,
  bar,
}) => {
  await openBar(bar);
  const path = `/api/venues/${bar.venueId}/price-plans`;
  const times = { repeats: 'weekly', weekdays: [1, 2], from: '17:00', until: '19:00' };
  await bar.request('POST', path, {
    name: 'Happy hour',
    times,
    change: { operation: 'percent', by: -20, rounding: '0.50' },
  });
  await bar.request('POST', path, {
    name: 'Late night',
    times: { ...times, from: '18:00', until: '20:00' },
    change: { operation: 'set', by: 5 },
  });
  await page.goto('/prices?tab=plans');
  await page.getByRole('button', { name: 'Edit Happy hour' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit plan' });
  await expect(dialog.getByLabel('Name')).toHaveValue('Happy hour');
  await expect(dialog.getByLabel('Percent')).toHaveValue('20');
  await expect(dialog.getByLabel('Round')).toHaveValue('0.50');
  await expect(dialog.getByRole('checkbox', { name: 'Mon' })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: 'Wed' })).not.toBeChecked();
  const conflicts = dialog.getByRole('list', { name: 'Conflicts' });
  await expect(conflicts).toContainText('It counts instead of this plan.');
  await dialog.getByLabel('Priority').selectOption('1');
  await expect(conflicts).toContainText('This plan counts.');
  await dialog.getByLabel('Percent').fill('50');
  await dialog.getByLabel('Units').selectOption('Chosen units');
  await dialog.getByRole('group', { name: 'Units of the plan' }).getByRole('checkbox').check();
  await dialog.getByLabel('Drinks', { exact: true }).selectOption('Chosen drinks');
  await dialog.getByRole('checkbox', { name: 'Drink 2' }).check();
  await expect(dialog.getByRole('list', { name: 'Preview' })).toContainText('$11.00 → $5.50');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const row = plans(page).getByRole('listitem').filter({ hasText: 'Happy hour' });
  await expect(row).toContainText('1 drink on 1 unit · priority 1');
  await expect(row).toContainText('−50%, to 50 cents');

  await page.getByRole('button', { name: 'Edit Happy hour' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Drink 2' })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: 'Drink 1' })).not.toBeChecked();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('−20%, to 50 cents');
  await expect(row).toContainText('All drinks on all units');
});

test('plans need a clock, and fit a phone with large text', async ({ page, bar }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/prices?tab=plans');
  await expect(plans(page)).toContainText('Set the clock of the venue first');
  await expect(page.getByRole('button', { name: 'Add plan' })).toBeDisabled();
  await openBar(bar);
  await page.reload();
  await page.addStyleTag({ content: ':root { font-size: 32px }' });
  await page.getByRole('button', { name: 'Add plan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add plan' });
  await dialog.getByLabel('Name').fill('Late night');
  await dialog.getByLabel('Repeats').selectOption('Once');
  await dialog.getByLabel('From').fill('2097-12-31T22:00');
  await dialog.getByLabel('Until').fill('2097-12-31T21:00');
  await expect(dialog.getByText('The end must be after the start')).toBeVisible();
  await dialog.getByLabel('Until').fill('2098-01-01T02:00');
  await dialog.getByLabel('Change', { exact: true }).selectOption('Set to');
  await dialog.getByLabel('Dollars').fill('12');
  await expect(dialog.getByRole('list', { name: 'Preview' })).toContainText('$10.00 → $12.00');
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Add plan' }).click();
  await expect(plans(page)).toContainText('Upcoming');
  await expectNoSidewaysScroll(page);
});

test('a plan is saved as a draft, which sets no prices until it is started', async ({
  page,
  bar,
}) => {
  await openBar(bar);
  await page.goto('/prices?tab=plans');
  await page.getByRole('button', { name: 'Add plan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add plan' });
  await dialog.getByLabel('Name').fill('Every hour');
  await dialog.getByLabel('Percent').fill('20');
  for (const day of ['Sat', 'Sun']) await dialog.getByText(day, { exact: true }).click();
  await dialog.getByLabel('From', { exact: true }).fill('05:00');
  await dialog.getByLabel('Until', { exact: true }).fill('05:00');
  await dialog.getByLabel('Start').selectOption('draft');
  await dialog.getByRole('button', { name: 'Add plan' }).click();
  await expect(plans(page)).toContainText('Draft');
  expect(await pricesOf(bar)).toEqual([10, 11]);
  await plans(page).getByRole('button', { name: 'Start Every hour' }).click();
  await expect(plans(page)).toContainText('In force now');
  expect(await pricesOf(bar)).toEqual([8, 8.75]);
});
