import type { Page } from '@playwright/test';
import { password } from './accounts.ts';
import type { ApiClient } from './api-client.ts';
import { type Bar, createBar } from './bar.ts';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll, watchShifts } from './checks.ts';
import { hold } from './hold.ts';
import { addStaff, inviteTo, joinBar, type Staff } from './staff.ts';
import { expect, test } from './test.ts';

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

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`one of two bars' staff chooses for whom to work, at ${viewport.width}`, async ({
    browser,
    bar,
    registrar,
  }) => {
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

  test(`each tab of one of two bars' staff works for its own owner, at ${viewport.width}`, async ({
    browser,
    bar,
    registrar,
  }) => {
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
    await second.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await context.close();
  });
}

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
