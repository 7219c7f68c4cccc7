import type { Page } from '@playwright/test';
import { type ApiClient, password } from './api-client.ts';
import {
  addStaff,
  type Bar,
  createBar,
  emailFor,
  inviteTo,
  joinBar,
  type Staff,
  uniqueName,
} from './bar.ts';
import {
  desktop,
  expectAccessible,
  expectNoShift,
  expectNoSidewaysScroll,
  watchShifts,
} from './checks.ts';
import { hold } from './network.ts';
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
  await expect(theirs.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expect(theirs.getByText('Orders', { exact: true }).first()).toBeVisible();
  await expect(theirs.getByText('Gross volume')).toHaveCount(0);
  await expect(theirs.getByRole('link', { name: 'People' })).toHaveCount(0);
  await theirs.getByRole('link', { name: 'Your menu' }).first().click();
  await expect(theirs.getByRole('article', { name: 'Daiquiri' })).toBeVisible();
  await expect(theirs.getByRole('main')).not.toContainText('$');
  await expectAccessible(theirs);

  await page.reload();
  await page.getByRole('button', { name: 'Actions for Kim Doe' }).click();
  await page.getByRole('menuitem', { name: 'Suspend Kim Doe' }).click();
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(table.getByRole('row', { name: 'Kim Doe' })).toContainText('Suspended');
  await theirs.reload();
  await expect(theirs.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await context.close();
});

test('people are invited by mail, and their refund limit is kept', async ({
  ownerPage: page,
  freshBar,
}) => {
  test.slow();
  await test.step('an invitation that is sent by mail closes its dialog without a question', async () => {
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
  await test.step('the refund limit that another tab has set stays, unless it is typed here', async () => {
    const bar = await freshBar();
    await page.goto('/people');
    const limit = page.getByLabel('Refund limit per manager (24 h)');
    const prices = page.getByRole('switch', { name: 'Managers change prices' });
    await expect(limit).toHaveValue('100.00');
    const other = await page.context().newPage();
    await other.goto('/people');
    await other.getByLabel('Refund limit per manager (24 h)').fill('50');
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
  await test.step('the preview of a role shows its screens, and changes nothing', async () => {
    const bar = await freshBar();
    const rum = await bar.addIngredient({ name: 'Rum', price: 7.5, positionInUnit: ['1'] });
    await bar.addDrink('Daiquiri', 9.75, [rum]);
    await page.goto('/people');
    const card = page.getByRole('region', { name: 'Preview' });
    await expectAccessible(page);
    await card.getByLabel('Role').selectOption('Bartender');
    const frame = card.frameLocator('iframe[title="Barback as a bartender sees it"]');
    await expect(frame.getByRole('heading', { name: 'Overview' })).toBeVisible();
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
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await context.close();
});

const owner = (page: Page) => page.getByRole('button', { name: /^You work for/ });
const choose = async (page: Page, name: string): Promise<void> => {
  await owner(page).click();
  await page.getByRole('dialog', { name: 'Owner' }).getByRole('button', { name }).click();
  await expect(owner(page)).toHaveText(`You work for ${name}`);
};

async function signInAs(page: Page, { email }: Staff, next = '/dashboard'): Promise<void> {
  await page.goto(`/login?next=${encodeURIComponent(next)}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
}

/** Somebody who is staff of the bar and of another one, with a role at each. */
async function staffOfTwo(bar: Bar, registrar: ApiClient, [here, there]: [string, string]) {
  const other = await createBar(registrar, 'ROTENDER_CLASSIC');
  const kim = await addStaff(bar, here);
  await joinBar(kim, other, there);
  return { other, kim };
}

const viewports = [desktop, { width: 390, height: 844 }];

test("one of two bars' staff chooses for whom to work", async ({ browser, registrar }) => {
  test.slow();
  for (const viewport of viewports) {
    await test.step(`at ${viewport.width}`, async () => {
      const bar = await createBar(registrar, 'ROTENDER_CLASSIC');
      const other = await createBar(registrar, 'ROTENDER_CLASSIC');
      const kim = await addStaff(bar, 'bartender');
      const page = await browser.newPage({ viewport });
      await watchShifts(page);
      await signInAs(page, kim);
      await expect(page.getByText(bar.venueName).first()).toBeVisible();
      await expect(owner(page)).toHaveCount(0);

      await joinBar(kim, other, 'manager');
      await page.reload();
      await expect(owner(page)).toHaveText(`You work for ${bar.ownerName}`);
      await owner(page).click();
      const choice = page.getByRole('dialog', { name: 'Owner' });
      await expect(choice.getByRole('button')).toHaveText([
        `${bar.ownerName} · Bartender`,
        `${other.ownerName} · Manager`,
      ]);
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await choose(page, other.ownerName);
      await expect(page.getByText(other.venueName).first()).toBeVisible();
      await expect(page.getByText(bar.venueName)).toHaveCount(0);
      await page.goto('/dashboard');
      await expect(page.getByText('Gross volume').first()).toBeVisible();
      await expectNoShift(page);
      await expectNoSidewaysScroll(page);
      await page.close();
    });
  }
});

test("each tab of one of two bars' staff works for its own owner", async ({
  browser,
  registrar,
}) => {
  test.slow();
  for (const viewport of viewports) {
    await test.step(`at ${viewport.width}`, async () => {
      const bar = await createBar(registrar, 'ROTENDER_CLASSIC');
      const { other, kim } = await staffOfTwo(bar, registrar, ['bartender', 'manager']);
      const context = await browser.newContext({ viewport });
      const page = await context.newPage();
      await signInAs(page, kim);
      await choose(page, other.ownerName);

      // A new tab starts with what was chosen last, and then goes its own way.
      const second = await context.newPage();
      await second.goto('/dashboard');
      await expect(owner(second)).toHaveText(`You work for ${other.ownerName}`);
      await choose(second, bar.ownerName);
      await page.reload();
      await expect(owner(page)).toHaveText(`You work for ${other.ownerName}`);
      await expect(page.getByText(other.venueName).first()).toBeVisible();
      await second.goto('/dashboard');
      await expect(second.getByText('Orders', { exact: true }).first()).toBeVisible();
      await expect(second.getByText('Gross volume')).toHaveCount(0);

      // A link to a venue of the other owner opens for that owner.
      await second.goto(`/alerts?venue=${other.venueId}`);
      await expect(owner(second)).toHaveText(`You work for ${other.ownerName}`);
      await expect(second).toHaveURL(new RegExp(other.venueId));

      // Signing out ends both.
      await second.getByRole('button', { name: /^Account of/ }).click();
      await second.getByRole('button', { name: 'Sign out', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      await context.close();
    });
  }
});

test('a bar that suspends somebody loses them, and the other bar keeps them; a new role is shown at once', async ({
  browser,
  bar,
  registrar,
}) => {
  const { other, kim } = await staffOfTwo(bar, registrar, ['manager', 'bartender']);
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInAs(page, kim);
  await expect(owner(page)).toHaveText(`You work for ${bar.ownerName}`);
  const there = await context.newPage();
  await there.goto('/dashboard');
  await choose(there, other.ownerName);
  await there.goto('/dashboard');
  await expect(there.getByText('Orders', { exact: true }).first()).toBeVisible();
  await expect(there.getByText('Gross volume')).toHaveCount(0);

  await other.request('PATCH', `/api/people/${kim.userId}`, { role: 'manager' });
  await there.getByRole('link', { name: 'Your menu' }).first().click();
  await expect(there.getByText('Add Ingredient').first()).toBeVisible();
  await there.goto('/dashboard');
  await expect(there.getByText('Gross volume').first()).toBeVisible();

  // The error would leave with the dashboard if one of its own requests were refused.
  const release = await hold(page, '**/api/**');
  await bar.request('PATCH', `/api/people/${kim.userId}`, { state: 'suspended' });
  await page.getByRole('link', { name: 'Your menu' }).first().click();
  release();
  await expect(page.getByText(`You have no access to ${bar.ownerName} any more`)).toBeVisible();
  await expect(page.getByText(other.venueName).first()).toBeVisible();
  await expect(owner(page)).toHaveCount(0);
  await there.reload();
  await expect(there.getByText('Gross volume').first()).toBeVisible();
  await context.close();
});

test('an invitation is accepted with the account that is signed in, or with its password', async ({
  browser,
  bar,
  registrar,
}) => {
  const other = await createBar(registrar, 'ROTENDER_CLASSIC');
  const third = await createBar(registrar, 'ROTENDER_CLASSIC');
  const kim = await addStaff(bar, 'bartender');
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInAs(page, kim);
  await page.goto(await inviteTo(other, kim.email, 'accountant'));
  await expect(page.getByRole('heading', { name: `Join ${other.ownerName}` })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Join as ${kim.email}` }).click();
  await expect(owner(page)).toHaveText(`You work for ${other.ownerName}`);

  await page.goto(await inviteTo(third, kim.email, 'manager'));
  await page.getByRole('button', { name: 'Use another account' }).click();
  await page.getByLabel('Email').fill(kim.email);
  await page.getByLabel('Password').fill('something else entirely');
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(
    page.getByText('This address has an account already. Enter its password'),
  ).toBeVisible();
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(owner(page)).toHaveText(`You work for ${third.ownerName}`);
  await owner(page).click();
  const choice = page.getByRole('dialog', { name: 'Owner' });
  await expect(choice.getByRole('button')).toHaveCount(3);
  await context.close();
});
