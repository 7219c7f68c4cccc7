import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { emailFor, uniqueName } from './bar.ts';
import { expect, test } from './test.ts';

test('an owner invites a bartender, who joins with the link and sees no amount', async ({
  page,
  bar,
  browser,
}) => {
  const rum = await bar.addIngredient({ name: 'Rum', price: 7.5, positionInUnit: ['1'] });
  await bar.addDrink('Daiquiri', 9.75, [rum]);
  await page.goto('/people');
  const table = page.getByRole('table', { name: 'People' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expectNoShift(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a person' });
  const email = emailFor(uniqueName('Kim'));
  await dialog.getByLabel('Email').fill(email);
  await expect(dialog.getByRole('radio', { name: /^Bartender/ })).toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  const link = await dialog.getByLabel('Link').inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(table.getByRole('row', { name: email })).toContainText('Invited');

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto(link);
  await expect(theirs.getByRole('heading', { name: `Join ${bar.ownerName}` })).toBeVisible();
  await theirs.getByLabel('Email').fill(email);
  await theirs.getByLabel('Your name').fill('Kim Doe');
  await theirs.getByLabel('Password').fill('a horse of another colour');
  await theirs.getByRole('button', { name: 'Join' }).click();
  await expect(theirs.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(theirs.getByText('Orders', { exact: true }).first()).toBeVisible();
  await expect(theirs.getByText('Gross volume')).toHaveCount(0);
  await expect(theirs.getByRole('link', { name: 'People' })).toHaveCount(0);
  await theirs.getByRole('link', { name: 'Your menu' }).first().click();
  await expect(theirs.getByRole('article', { name: 'Daiquiri' })).toBeVisible();
  await expect(theirs.getByRole('main')).not.toContainText('$');
  await expectAccessible(theirs);

  await page.reload();
  await page.getByRole('button', { name: 'Actions for Kim Doe' }).click();
  await page.getByRole('button', { name: 'Suspend Kim Doe' }).click();
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(table.getByRole('row', { name: 'Kim Doe' })).toContainText('Suspended');
  await theirs.reload();
  await expect(theirs.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await context.close();
});

test('an invitation that is sent by mail closes its dialog without a question', async ({
  ownerPage: page,
}) => {
  await page.route('**/api/people', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch();
    // As with a mail server, which the bars of these tests have none of.
    return route.fulfill({ response, json: { ...(await response.json()), link: null } });
  });
  await page.goto('/people');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a person' });
  const email = emailFor(uniqueName('Sam'));
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByRole('row', { name: email })).toContainText('Invited');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('who has joined can sign in again where that failed the first time', async ({
  bar,
  browser,
}) => {
  const email = emailFor(uniqueName('Alex'));
  const { link } = await bar.request<{ link: string }>('POST', '/api/people', {
    email,
    role: 'bartender',
    venueIds: null,
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route('**/api/users/login', (route) => route.abort());
  await page.goto(link);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Your name').fill('Alex Doe');
  await page.getByLabel('Password').fill('a horse of another colour');
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByText('The server cannot be reached')).toBeVisible();
  await page.unroute('**/api/users/login');
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await context.close();
});

test('the refund limit that another tab has set stays, unless it is typed here', async ({
  page,
  bar,
}) => {
  await page.goto('/people');
  const limit = page.getByLabel('Refunds of one manager in 24 hours');
  const prices = page.getByRole('switch', { name: 'Managers change prices' });
  await expect(limit).toHaveValue('100.00');
  const other = await page.context().newPage();
  await other.goto('/people');
  await other.getByLabel('Refunds of one manager in 24 hours').fill('50');
  await other.keyboard.press('Enter');
  await expect(other.getByText('100.00 → 50.00')).toBeVisible();
  const stored = async () =>
    (await bar.getJson<{ settings: { managerRefundLimit: number } }>('/api/people')).settings
      .managerRefundLimit;
  await expect.poll(stored).toBe(50);
  await other.close();
  // Reads the settings again.
  await prices.press('Space');
  await expect(limit).toHaveValue('50.00');
  await limit.focus();
  await page.keyboard.press('Tab');
  await prices.press('Space');
  await expect(prices).not.toBeChecked();
  expect(await stored()).toBe(50);
});

test('the preview of a role shows its screens, and changes nothing', async ({ page, bar }) => {
  const rum = await bar.addIngredient({ name: 'Rum', price: 7.5, positionInUnit: ['1'] });
  await bar.addDrink('Daiquiri', 9.75, [rum]);
  await page.goto('/people');
  const card = page.getByRole('region', { name: 'Preview' });
  await expectAccessible(page);
  await card.getByLabel('Role').selectOption('Bartender');
  const frame = card.frameLocator('iframe[title="Barback as a bartender sees it"]');
  await expect(frame.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(frame.getByText('Orders', { exact: true }).first()).toBeVisible();
  await expect(frame.getByText('Gross volume')).toHaveCount(0);
  await frame.getByRole('button', { name: 'Account of A bartender' }).click();
  await expect(frame.getByRole('link', { name: 'Activity log' })).toHaveCount(0);
  await frame.getByRole('link', { name: 'Profile' }).click();
  await frame.getByLabel('Your password').first().fill('anything');
  await frame.getByRole('button', { name: 'Save' }).click();
  await expect(frame.getByText('This is a preview: nothing can be changed in it')).toBeVisible();

  await card.getByLabel('Role').selectOption('Accountant');
  await expect(card.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveText(
    'Reports',
  );
  await expectNoSidewaysScroll(page);
  await page.reload();
  await expect(page.getByRole('table', { name: 'People' })).toContainText(bar.email);
});
