import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

test.use({ account: 'owner' });

test('a report says how its figures compare, and without which units', async ({ page }) => {
  // Its checks of accessibility go over a whole report.
  test.slow();
  await page.goto('/salesreports?compare=previous');
  const summary = page.getByRole('region', { name: 'Summary' });
  const gross = summary.getByRole('button', { name: /^Gross Volume/ });
  await expect(gross).toContainText(/\$[\d,.]+ (more|less) than the 7 days before by now \([+−]/);
  await expectNoShift(page);
  await expect(summary).toContainText(/Without unit \d+, not in contact from .* to .*\d [AP]M\./);
  await gross.hover();
  await expect(page.getByRole('tooltip')).toContainText(/against .* to .* \([\d,.]+ hours\)/);
  await expectAccessible(page);

  await summary.getByRole('button', { name: 'Compare all units' }).click();
  await expect(page).toHaveURL(/compare=previous&sameUnits=false/);
  await expect(summary).toContainText(/With unit \d+, not in contact/);
  await expectNoSidewaysScroll(page);

  await page.route('**/api/reports/compare?*', (route) =>
    route.fulfill({ status: 500, body: '{}' }),
  );
  await summary.getByLabel('Compare with').selectOption({ label: 'A year before' });
  await expect(summary.getByRole('alert')).toContainText('The comparison could not be loaded');
  await expect(gross).toContainText('$');
  await summary.getByLabel('Compare with').selectOption({ label: 'Nothing' });
  await expect(page).not.toHaveURL(/compare|sameUnits/);
  await expect(summary.getByRole('alert')).toBeHidden();
});
