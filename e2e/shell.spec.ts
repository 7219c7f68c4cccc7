/** The way through the product: the sidebar, its tabs, the top bar, and what they become on narrow windows. */
import { expectAccessible, expectNoShift } from './checks.ts';
import { switcher } from './screens.ts';
import { expect, storageStateOf, test } from './test.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

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

  test('titles stand at one height, and buttons have one of two', async ({ page }) => {
    test.slow();
    const screens = ['/dashboard', '/night', '/add-drink', '/salesreports', '/venues'];
    const more = ['/drink-menu', '/units', '/units/1001', '/people', '/profile', '/failures'];
    for (const path of [...screens, ...more]) {
      await page.goto(path);
      const title = page.getByRole('heading', { level: 1 });
      await expect.poll(async () => (await title.boundingBox())?.y, path).toBe(88);
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      for (const button of await page.locator('.mantine-Button-root:visible').all()) {
        expect([28, 36], path).toContain((await button.boundingBox())?.height);
      }
    }
  });

  test('on a phone a bar at the lower edge leads to what is needed most', async ({ browser }) => {
    const context = await browser.newContext({
      ...phone,
      storageState: storageStateOf('owner'),
    });
    const page = await context.newPage();
    await page.goto('/refill');
    const bar = page.getByRole('navigation', { name: 'Most used' });
    await expect(bar.getByRole('link')).toHaveText(['Overview', /^Issues/, 'Refill', 'Your menu']);
    await expect(page.locator('[aria-current=page]:visible')).toHaveText(['Refill']);
    for (const item of await bar.locator('a, button').all()) {
      const { height = 0, width = 0 } = (await item.boundingBox()) ?? {};
      expect(Math.min(height, width)).toBeGreaterThanOrEqual(44);
    }
    await bar.getByRole('link', { name: 'Your menu' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Menu');
    await expectAccessible(page);
    await bar.getByRole('button', { name: 'More' }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await drawer.getByRole('link', { name: 'People' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('People');
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible();
    await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);

    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    const edge = (await bar.boundingBox())?.y ?? 0;
    const last = page.getByRole('main').locator('section, table').last();
    const { y = 0, height = 0 } = (await last.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(edge);
    await context.close();
  });

  test('links of the screens are at least 44 pixels high to a finger', async ({ browser }) => {
    const context = await browser.newContext({ ...phone, storageState: storageStateOf('owner') });
    const page = await context.newPage();
    for (const [path, name] of [
      ['/salesreports', 'All reports'],
      ['/units', '1001'],
      ['/venues', 'Rooftop Bar'],
    ] as const) {
      await page.goto(path);
      const link = page.getByRole('main').getByRole('link', { name }).first();
      await expect(link).toBeVisible();
      const { height = 0 } = (await link.boundingBox()) ?? {};
      expect(height, `${name} of ${path}`).toBeGreaterThanOrEqual(44);
    }
    await context.close();
  });

  test('on a tablet the sidebar is a rail of icons with names', async ({ page }) => {
    await page.setViewportSize({ width: 820, height: 1180 });
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const rail = page.getByRole('complementary');
    await expect.poll(async () => (await rail.boundingBox())?.width).toBe(64);
    await expect(page.getByRole('navigation', { name: 'Most used' })).toBeHidden();
    const people = rail.getByRole('link', { name: 'People' });
    const name = people.getByText('People');
    await expect(name).toHaveCSS('opacity', '0');
    await people.focus();
    await expect(name).toHaveCSS('opacity', '1');
    await rail.getByRole('link', { name: 'Units' }).hover();
    await expect(rail.getByText('Units')).toHaveCSS('opacity', '1');
    await page.mouse.move(600, 600);
    await expectNoShift(page);
    await expectAccessible(page);
    await people.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('People');
    await page.setViewportSize({ width: 1100, height: 800 });
    await expect.poll(async () => (await rail.boundingBox())?.width).toBe(240);
  });

  test('the controls of the sales report are not cut on a tablet', async ({ page }) => {
    await page.setViewportSize({ width: 820, height: 1180 });
    await page.goto('/salesreports');
    await expect(page.getByLabel('Venue', { exact: true })).toBeVisible();
    for (const label of ['Start date', 'End date']) {
      const isCut = await page
        .getByLabel(label)
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
      expect(isCut, label).toBe(false);
    }
    for (const label of ['Period', 'Venue', 'Unit Number', 'Timezone']) {
      const { width = 0 } = (await page.getByLabel(label, { exact: true }).boundingBox()) ?? {};
      expect(width, label).toBeGreaterThanOrEqual(180);
    }
  });
});
