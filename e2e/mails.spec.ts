import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { confirmRecipient } from './outbox.ts';
import { expect, test } from './test.ts';

test('MAIL-07: an owner adds the close-out of a venue, previews, sends, pauses and deletes it', async ({
  page,
  bar,
}) => {
  const clock = { timezone: 'America/New_York', startsAt: '04:00' };
  await bar.request('PUT', `/api/venues/${bar.venueId}/clock`, clock);
  await confirmRecipient(bar.email);
  await page.goto('/profile');
  const card = page.getByRole('region', { name: 'Mails' });
  await expect(card.getByText('None. The close-out mails you')).toBeVisible();
  await expectNoShift(page);
  await card.getByRole('button', { name: 'Add a mail' }).click();
  await expect(card.getByLabel('Mail', { exact: true })).toBeFocused();
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
  await card.getByRole('button', { name: 'Add a mail' }).click();
  await card.getByLabel('Mail', { exact: true }).selectOption('Figures of each week');
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
  // Mail servers that refuse an address are tested with the server; here, its overview says so.
  await page.route('**/overview?*', async (route) => {
    const response = await route.fetch();
    const overview = JSON.parse(await response.text());
    const place = { unitNumber: null, unitName: null, unitId: null };
    const text = 'A report mail is paused: your address refused it';
    overview.attention.push({ kind: 'mails', ...place, text });
    await route.fulfill({ response, json: overview });
  });
  await confirmRecipient(bar.email);
  await bar.request('POST', '/api/report-subscriptions', {
    venueId: bar.venueId,
    timezone: 'America/New_York',
  });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^A report mail is paused/ }).click();
  await expect(page).toHaveURL(/\/profile#mails$/);
  const card = page.getByRole('region', { name: 'Mails' });
  await expect(card).toBeFocused();
  await expect(card.getByRole('button', { name: /^Pause/ })).toBeVisible();
});
