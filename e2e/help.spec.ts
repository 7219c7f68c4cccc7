import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

test('help is found by words, from Find and from empty screens, and names a person to ask', async ({
  page,
  bar,
}) => {
  await page.route('**/api/support', (route) =>
    route.fulfill({ json: { contact: 'help@bar.example.com' } }),
  );
  await page.goto('/help');
  await expect(page.getByRole('link', { name: 'help@bar.example.com' })).toHaveAttribute(
    'href',
    'mailto:help@bar.example.com',
  );
  await expectNoShift(page);
  const search = page.getByLabel('Search help');
  await search.fill('guest money');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Refund a drink']);
  await search.fill('toast');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'Bring in the sales of last year',
  ]);
  await search.fill('no such thing');
  await expect(page.getByText('Nothing matches. Try one word')).toBeVisible();
  await search.fill('');
  await expectAccessible(page);

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Find' }).getByRole('combobox').fill('stocktake');
  await page.getByRole('option', { name: 'Count the stock' }).click();
  await expect(page).toHaveURL('/help#how-count');
  await expect(page.getByRole('heading', { name: 'Count the stock' })).toBeInViewport();

  await page.goto(`/reports/imports?venue=${bar.venueId}`);
  await page.getByRole('link', { name: 'How to bring in past sales' }).click();
  await expect(
    page.getByRole('heading', { name: 'Bring in the sales of last year' }),
  ).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);

  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.getByRole('link', { name: 'Help' }).click();
  await expect(page).toHaveURL('/help');
});
