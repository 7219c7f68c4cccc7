import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { ask, expect, signedInAs, test } from './test.ts';

test.use(signedInAs('owner'));

test('the version of the API is the one the server tells', async ({ page }) => {
  const { version } = await ask<{ version: string }>(page, 'owner', '/api/version/');
  await page.goto('/version');
  await expect(page.getByText('API version')).toBeVisible();
  await expect(page.getByText(version, { exact: true })).toBeVisible();
  await expectNoShift(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
