import type { Bar } from './bar.ts';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { tokenSentTo } from './outbox.ts';
import { allDaysPath } from './sales.ts';
import { expect, test } from './test.ts';
import { openSection, unitCard } from './venue-page.ts';

/** A number that no other test uses. */
const numberOf = (unitNumber: number, exchange: number): string =>
  `+1415${exchange}${String(unitNumber).padStart(4, '0').slice(-4)}`;

const shown = (number: string): string =>
  number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');

const states = (page: Page) => page.getByRole('list', { name: 'Confirmations' });

async function openNotices(page: Page, { venueId, unitNumber }: Bar): Promise<void> {
  await page.goto(`/venues/${venueId}`);
  await openSection(unitCard(page, unitNumber), 'Notices');
}

test('a contact is asked by text message, agrees on the page, and the venue shows it', async ({
  page,
  bar,
  browser,
}) => {
  const number = numberOf(bar.unitNumber, 556);
  await openNotices(page, bar);
  const contacts = page.getByRole('combobox', { name: 'Contacts' });
  await contacts.fill(number);
  await contacts.press('Enter');
  await expect(states(page)).toContainText(`${shown(number)}Waiting for confirmation`);
  await expectAccessible(page);
  const token = await tokenSentTo(number);

  // The phone of the contact: nobody is signed in there.
  const context = await browser.newContext();
  const phone = await context.newPage();
  await phone.goto(`/confirm#${token}`);
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(
    'Restock notices by text message',
  );
  await expect(phone.getByText(shown(number))).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await openNotices(page, bar);
  await expect(states(page)).toContainText('Waiting for confirmation');
  await phone.getByRole('button', { name: 'Send me these messages' }).click();
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Confirmed');
  await expectAccessible(phone);
  await phone.reload();
  await expect(phone.getByRole('alert')).toHaveText('This link has already been used');
  await context.close();

  await openNotices(page, bar);
  await expect(states(page)).toContainText(`${shown(number)}Confirmed`);
  await expect(states(page).getByRole('button')).toHaveCount(0);
});

test('a contact can be asked again, and stays declined when it declines', async ({ page, bar }) => {
  const number = numberOf(bar.unitNumber, 557);
  await bar.request('PUT', `/api/units/updateUnitDetails/${bar.unitNumber}`, {
    contacts: [number],
  });
  await openNotices(page, bar);
  await page.getByRole('button', { name: `Send again to ${shown(number)}` }).click();
  await expect(page.getByRole('alert')).toHaveText(`A link is on its way to ${shown(number)}`);
  const token = await tokenSentTo(number, 2);
  // The link also works in a browser in which the owner is signed in.
  await page.goto(`/confirm#${token}`);
  await page.getByRole('button', { name: 'Do not write to me' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Declined');
  await openNotices(page, bar);
  await expect(states(page)).toContainText(`${shown(number)}Declined`);
  await expect(states(page).getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
});

test('a premium number is refused at the field', async ({ page, bar }) => {
  await openNotices(page, bar);
  const contacts = page.getByRole('combobox', { name: 'Contacts' });
  await contacts.fill('+1 900 555 0199');
  await contacts.press('Enter');
  await expect(page.getByText('+19005550199 is a premium number')).toBeVisible();
  await expect(states(page)).toHaveCount(0);
});

test('a report is mailed once the email address is confirmed, and the link can be sent again', async ({
  page,
  bar,
}) => {
  await page.goto(allDaysPath());
  const mail = page.getByRole('button', { name: 'E-mail this report' });
  await mail.click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Confirm your email address first');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText(`A link is on its way to ${bar.email}`)).toBeVisible();
  const token = await tokenSentTo(bar.email, 2);
  await page.goto(`/confirm#${token}`);
  await expect(page.getByText(bar.email)).toBeVisible();
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirmed');
  await page.goto(allDaysPath());
  await mail.click();
  await expect(page.getByText(`The report is on its way to ${bar.email}`)).toBeVisible();
});

test('a link that was never sent shows an error', async ({ page }) => {
  await page.goto('/confirm#0123456789abcdef0123456789abcdef');
  await expect(page.getByRole('alert')).toHaveText(
    'This link is not valid. Check that it was copied completely',
  );
  await expectAccessible(page);
  await expectNoShift(page);
});
