import { expectAccessible } from './checks.ts';
import { openKept, patience } from './kept.ts';
import { discard } from './screens.ts';
import { expect, test } from './test.ts';
import { upgradedServer } from './versions.ts';

test.use({ serviceWorkers: 'allow' });

test('PWA-05 a page two versions old is updated, and loses no typed text', async ({
  ownerPage: page,
}) => {
  test.slow();
  const server = await upgradedServer();
  const notice = page.getByText('A newer version is here');
  const script = () =>
    page.evaluate<string>(`document.querySelector('script[type="module"][src]').src`);
  const update = () =>
    page.evaluate('navigator.serviceWorker.getRegistration().then((one) => one.update())');
  /** The files that wait are those that were kept last. */
  const waitingVersion = async () =>
    (await page.evaluate<boolean>(
      'navigator.serviceWorker.getRegistration().then(({ waiting, installing }) => waiting !== null && installing === null)',
    ))
      ? page.evaluate<string>('caches.keys().then((names) => names.at(-1))')
      : '';
  try {
    await openKept(page, `${server.url}/dashboard`, () =>
      expect(page.getByRole('region', { name: 'Needs attention' })).toBeVisible(),
    );
    const before = await script();
    await page.getByRole('link', { name: 'Add Ingredient' }).click();
    const name = page.getByLabel('Ingredient Name');
    await name.click();
    await page.keyboard.type('Harbour Gin');
    for (const version of [2, 3]) {
      server.upgrade();
      await update();
      await expect.poll(waitingVersion, patience).toContain(`v${version}`);
    }
    await expect(notice).toBeHidden();
    await expect(name).toHaveValue('Harbour Gin');
    expect(await script()).toBe(before);

    await test.step('files of the page that the server has no more are those that are kept', async () => {
      await page.getByRole('link', { name: 'Refill' }).first().click();
      await discard(page);
      await expect(page.getByRole('heading', { name: 'Refill', level: 1 })).toBeVisible();
      expect(await script()).toBe(before);
    });
    await test.step('the next screen offers the newer version, which is the last one', async () => {
      await expect(notice).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Reload' }).click();
      await expect(page.locator('script[type="module"][src]').first()).toHaveAttribute(
        'src',
        /\/assets\/v3-/,
      );
      await expect(page.getByRole('heading', { name: 'Refill', level: 1 })).toBeVisible();
      await expect(notice).toBeHidden();
    });
  } finally {
    server.close();
  }
});
