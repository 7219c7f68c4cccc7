/** The way through the product: the sidebar, its tabs, the top bar, and what they become on narrow windows. */
import { switcher } from './screens.ts';
import { expect, test } from './test.ts';

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  test('tabs, names and the venue lead through the screens', async ({ page }) => {
    test.slow();
    await page.goto('/dashboard');
    await test.step('the overview and the live night are tabs of each other', async () => {
      const tabs = page.getByRole('navigation', { name: 'Overview' });
      await tabs.getByRole('link', { name: 'Live' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Live');
      await expect(page).toHaveURL(/\/night(\?|$)/);
      await tabs.getByRole('link', { name: 'Overview' }).click();
      await expect(page).toHaveURL(/\/dashboard(\?|$)/);
    });
    await test.step('the heading of the screen names its main part, and one link says that it is the current one', async () => {
      const screens = ['/dashboard', '/add-drink', '/add-ingredient', '/salesreports', '/alerts'];
      const more = ['/refill', '/units', '/drink-menu', '/people', '/audit'];
      for (const path of [...screens, ...more]) {
        await page.goto(path);
        const title = await page.getByRole('heading', { level: 1 }).textContent();
        await expect(page.getByRole('main', { name: title ?? '', exact: true })).toBeVisible();
        await expect(page.locator('[aria-current=page]:visible'), path).toHaveCount(1);
      }
    });
    await test.step('the venue is in the top bar, also on screens that are the same for all venues', async () => {
      await page.goto('/people');
      await switcher(page).click();
      const list = page.getByRole('dialog', { name: 'Venue and unit' });
      await list.getByRole('button', { name: 'Harbour Terrace' }).click();
      await expect(switcher(page)).toContainText('Harbour Terrace');
      await expect(page).toHaveURL('/people');
      await page.goto('/dashboard');
      await expect(switcher(page)).toContainText('Harbour Terrace');
    });
  });
});
