import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

test.use({ account: 'owner' });

test('the version screen shows the version that the API returns', async ({ page, demoOwner }) => {
  const { version } = await demoOwner.getJson<{ version: string }>('/api/version/');
  await page.goto('/version');
  await expect(page.getByText('API version')).toBeVisible();
  await expect(page.getByText(version, { exact: true })).toBeVisible();
  await expectNoShift(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
