/** Typed text is not lost by a stray click, nor by the end of a session. */
import type { Page } from '@playwright/test';
import { endSession, password } from './api-client.ts';
import { expectAccessible } from './checks.ts';
import { expect, test } from './test.ts';
import { discard, keep, question } from './screens.ts';

const at = (path: string): RegExp => new RegExp(`${path}(\\?|$)`);

const menuLink = (page: Page) =>
  page.getByRole('complementary').getByRole('link', { name: 'Your menu' });

test('screens and dialogs ask before typed text is discarded', async ({ page, bar, freshBar }) => {
  test.slow();
  await test.step('screens ask before typed text is discarded', async () => {
    for (const [screen, label] of [
      ['/add-ingredient', 'Ingredient Name'],
      ['/settings', 'Terms and Conditions'],
    ] as const) {
      await page.goto(screen);
      const field = page.getByLabel(label);
      await field.fill('Typed');
      await menuLink(page).click();
      await expect(question(page)).toHaveText(/Your changes are not saved/);
      await expectAccessible(page);
      await keep(page);
      await expect(page).toHaveURL(at(screen));
      await expect(field).toHaveValue('Typed');
      await menuLink(page).click();
      await discard(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Menu');
      await page.goto(screen);
      await expect(field).not.toHaveValue('Typed');
      // Nothing is typed now.
      await menuLink(page).click();
      await expect(page).toHaveURL(at('/add-drink'));
    }
  });
  await test.step('dialogs ask before typed text is discarded', async () => {
    await bar.addIngredient({ name: 'Gin', price: 5, positionInUnit: ['1'] });
    await page.goto('/add-drink?add=drink');
    const drink = page.getByRole('dialog', { name: 'Add a drink' });
    await drink.getByRole('checkbox', { name: /Gin/ }).check();
    await page.keyboard.press('Escape');
    await keep(page);
    await expect(drink.getByRole('checkbox', { name: /Gin/ })).toBeChecked();
    await page.keyboard.press('Escape');
    await discard(page);
    await expect(drink).toHaveCount(0);

    await page.goto('/venues?add=venue');
    const venue = page.getByRole('dialog', { name: 'Add venue' });
    await venue.getByLabel('Name').fill('Terrace');
    await venue.getByRole('button', { name: 'Cancel' }).click();
    await discard(page);
    await expect(venue).toHaveCount(0);

    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Add order' }).click();
    const order = page.getByRole('dialog', { name: 'Add order' });
    await order.getByRole('checkbox', { name: /Gin/ }).check();
    await order.getByRole('button', { name: 'Cancel' }).click();
    await keep(page);
    await order.getByRole('button', { name: 'Add order' }).click();
    await expect(order).toHaveCount(0);
    await expect(page.getByRole('alert')).toContainText('Order added');
    await expect(question(page)).toHaveCount(0);
  });
  await test.step('a dialog with typed text stays open however often Escape is pressed', async () => {
    const bar = await freshBar();
    await bar.addIngredient({ name: 'Gin', price: 5, positionInUnit: ['1'] });
    await page.goto('/add-drink?add=drink');
    const drink = page.getByRole('dialog', { name: 'Add a drink' });
    await drink.getByRole('checkbox', { name: /Gin/ }).check();
    for (let times = 0; times < 3; times += 1) {
      await page.keyboard.press('Escape');
      await expect(question(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(question(page)).toHaveCount(0);
      await expect(drink).toBeVisible();
    }
    await expect(drink.getByRole('checkbox', { name: /Gin/ })).toBeChecked();
  });
});

test('what was typed when the session ended is there after signing in', async ({
  page,
  freshBar,
}) => {
  test.slow();
  for (const [path, opened, label] of [
    ['/add-ingredient', '', /^Ingredient Name/],
    ['/venues', '?add=venue', /^Name$/],
    ['/profile', '', /^Company name$/],
  ] as const) {
    await test.step(`at ${path}${opened}`, async () => {
      const bar = await freshBar();
      await page.goto(path + opened);
      await page.getByLabel(label).fill('Mezcal');
      await endSession(bar);
      // Another window of the same account sees that the session has ended.
      const other = await page.context().newPage();
      await other.goto('/dashboard');
      const next = encodeURIComponent(path + opened);
      await expect(page).toHaveURL(new RegExp(`/login\\?next=${next}`));
      await other.close();
      await page.getByLabel('Email').fill(bar.email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Login' }).click();
      await expect(page).toHaveURL(at(path));
      await expect(page.getByLabel(label)).toHaveValue('Mezcal');
    });
  }
});
