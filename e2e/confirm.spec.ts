import type { Page } from '@playwright/test';
import type { Bar } from './bar.ts';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { confirmRecipient, tokenSentTo } from './database.ts';
import { demoDaysPath } from './sales.ts';
import { openSection, unitCard } from './screens.ts';
import { hold } from './network.ts';
import { expect, test } from './test.ts';

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
  test.slow();
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
  await expect(phone.getByRole('alert')).toContainText('This link has already been used');
  await context.close();

  await openNotices(page, bar);
  await expect(states(page)).toContainText(`${shown(number)}Confirmed`);
  await expect(states(page).getByRole('button')).toHaveCount(0);
});

test('a contact is asked again, and numbers and links are refused', async ({
  page,
  bar,
  freshBar,
}) => {
  test.slow();
  await test.step('a contact can be asked again, and stays declined when it declines', async () => {
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
  await test.step('a premium number is refused at the field', async () => {
    const bar = await freshBar();
    await openNotices(page, bar);
    const contacts = page.getByRole('combobox', { name: 'Contacts' });
    await contacts.fill('+1 900 555 0199');
    await contacts.press('Enter');
    await expect(page.getByText('+19005550199 is a premium number')).toBeVisible();
    await expect(states(page)).toHaveCount(0);
  });
  await test.step('a link that was never sent shows an error', async () => {
    await page.goto('/confirm#0123456789abcdef0123456789abcdef');
    await expect(page.getByRole('alert')).toContainText(
      'This link is not valid. Check that it was copied completely',
    );
    await expectAccessible(page);
    await expectNoShift(page);
  });
});

test('a report is mailed once the email address is confirmed, and the link can be sent again', async ({
  page,
  bar,
}) => {
  test.slow();
  await page.goto(demoDaysPath());
  const mail = page.getByRole('button', { name: 'Email this report' });
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
  await page.goto(demoDaysPath());
  await mail.click();
  await expect(page.getByText(`The report is on its way to ${bar.email}`)).toBeVisible();
});

test('MAIL-07: an owner adds the close-out of a venue, previews, sends, pauses and deletes it', async ({
  page,
  bar,
}) => {
  test.slow();
  const clock = { timezone: 'America/New_York', startsAt: '04:00' };
  await bar.request('PUT', `/api/venues/${bar.venueId}/clock`, clock);
  await confirmRecipient(bar.email);
  await page.goto('/profile?tab=notifications');
  const card = page.getByRole('region', { name: 'Email reports' });
  await expect(card.getByText('None. The close-out sends you')).toBeVisible();
  await expectNoShift(page);
  await card.getByRole('button', { name: 'Add an email report' }).click();
  await expect(card.getByLabel('Report', { exact: true })).toBeFocused();
  await expectAccessible(page);
  await card.getByLabel('Sent').selectOption({ label: 'An hour after it ends' });
  await card.getByRole('button', { name: 'Add', exact: true }).click();
  const row = card.getByRole('listitem');
  await expect(row).toContainText(
    new RegExp(`Every night of ${bar.venueName}, an hour after it ends \\(5:00 AM E[SD]T\\)`),
  );
  await row.getByRole('button', { name: /^Change when/ }).click();
  await row.getByLabel('Sent').selectOption({ label: 'At 9:00 AM' });
  await row.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText(`Every night of ${bar.venueName}, at 9:00 AM`);
  await card.getByRole('button', { name: 'Add an email report' }).click();
  await card.getByLabel('Report', { exact: true }).selectOption('Figures of each week');
  await card.getByRole('button', { name: 'Add', exact: true }).click();
  const weekly = card.getByRole('listitem').filter({ hasText: 'Every Monday at 9:00 AM' });
  await weekly.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(weekly).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await row.getByRole('button', { name: /^Preview/ }).click();
  const dialog = page.getByRole('dialog');
  const mail = dialog.frameLocator('iframe');
  await expect(mail.getByRole('heading', { level: 1 })).toContainText(bar.venueName);
  await expect(mail.getByText('Nothing was sold.')).toBeVisible();
  await expect(dialog.locator('iframe')).toHaveAttribute('sandbox', '');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await row.getByRole('button', { name: /^Send to me now/ }).click();
  await expect(page.getByText(`Sent to ${bar.email}.`)).toBeVisible();
  await row.getByRole('button', { name: /^Pause/ }).click();
  await expect(row).toContainText('Paused');
  await row.getByRole('button', { name: /^Resume/ }).click();
  await expect(row).not.toContainText('Paused');
  await row.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
});

test('a mail that was refused is in the attention list, which leads to where it is resumed', async ({
  page,
  bar,
}) => {
  test.slow();
  // Mail servers that refuse an address are tested with the server; here, its overview says so.
  await page.route('**/overview?*', async (route) => {
    const response = await route.fetch();
    const overview = JSON.parse(await response.text());
    const place = { unitNumber: null, unitName: null, unitId: null };
    const text = 'An email report is paused: your address refused it';
    overview.attention.push({ kind: 'mails', ...place, text });
    await route.fulfill({ response, json: overview });
  });
  await confirmRecipient(bar.email);
  await bar.request('POST', '/api/report-subscriptions', {
    venueId: bar.venueId,
    timezone: 'America/New_York',
  });
  // There the settings of alerts, which are long, are above the mails, and arrive after them.
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await hold(page, /\/api\/users\/me\/notifications$/);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^An email report is paused/ }).click();
  await expect(page).toHaveURL(/\/profile\?tab=notifications#email-reports$/);
  const card = page.getByRole('region', { name: 'Email reports' });
  await expect(card.getByRole('button', { name: /^Pause/ })).toBeVisible();
  release();
  await expect(card).toBeFocused();
  await expect(card).toBeInViewport();
});
