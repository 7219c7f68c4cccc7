import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

test('the landing page links to the login', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Log in to your dashboard' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expectNoShift(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL('/login');
});

for (const path of ['/venues', '/settings', '/owners', '/register', '/venues/']) {
  test(`${path} redirects to the login when signed out, which leads back`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
  });
}

test('an unknown path redirects to the login when signed out', async ({ page }) => {
  await page.goto('/nope');
  await expect(page).toHaveURL('/login');
});
