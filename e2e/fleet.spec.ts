import { ticketMessages } from '../rules/fleet/tickets.ts';
import { actingMessages } from '../rules/users/sign-in.ts';
import { desktop, expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

test.use({ account: 'admin' });

test('FLEET-04 support finds a unit in the fleet, and acts for its owner with a reason', async ({
  page,
  bar,
}) => {
  test.slow();
  await page.setViewportSize(desktop);
  const rows = page.getByRole('table', { name: 'Units of all owners' }).getByRole('row');
  const row = rows.filter({ hasText: bar.venueName });
  await test.step('the figures of a new unit are there within a minute', async () => {
    await page.goto('/owners');
    await page.getByRole('link', { name: 'Fleet', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Fleet', level: 1 })).toBeVisible();
    await page.getByLabel('Search').fill(bar.venueName);
    await page.keyboard.press('Enter');
    await expect(async () => {
      await page.reload();
      await expect(row).toContainText(String(bar.unitNumber), { timeout: 2000 });
    }).toPass({ timeout: 60_000 });
    await expectNoShift(page);
    await expectAccessible(page);
  });
  await test.step('it fits a phone', async () => {
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(desktop);
  });
  await test.step('cohorts by software, category and age', async () => {
    await page.getByRole('radio', { name: 'Cohorts' }).check();
    await expect(page.getByRole('table', { name: 'Cohorts' })).toBeVisible();
    await page.getByRole('radio', { name: 'Category' }).check();
    await expect(page).toHaveURL('/fleet?tab=cohorts&by=category');
    await expect(page.getByRole('columnheader', { name: 'Category' })).toBeVisible();
    await expectAccessible(page);
    await page.goBack();
  });
  await test.step('a row asks for the reason, and opens the unit as its owner sees it', async () => {
    await page.goto(`/fleet?q=${encodeURIComponent(bar.venueName)}`);
    await row.first().focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Act for owner' }).click();
    await expect(dialog.getByText(actingMessages.reasonRequired)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Reason').fill('Unit is offline');
    await dialog.getByRole('button', { name: 'Act for owner' }).click();
    await expect(page).toHaveURL(new RegExp(`/units/${bar.unitNumber}`));
    await expect(page.getByText(bar.ownerName).first()).toBeVisible();
  });
});

test('FLEET-05 support opens a ticket from a row, and the venue reads only the note that is shared', async ({
  page,
  bar,
}) => {
  test.slow();
  await page.setViewportSize(desktop);
  const rows = page.getByRole('table', { name: 'Units of all owners' }).getByRole('row');
  const row = rows.filter({ hasText: bar.venueName });
  const card = page.getByRole('region', { name: 'Pours fail' });
  await test.step('a row opens a ticket, which is shown on the page of the unit', async () => {
    await expect(async () => {
      await page.goto(`/fleet?q=${encodeURIComponent(bar.venueName)}`);
      await expect(row).toContainText(String(bar.unitNumber), { timeout: 2000 });
    }).toPass({ timeout: 60_000 });
    await row.getByRole('button', { name: `Open a ticket on unit ${bar.unitNumber}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Open ticket' }).click();
    await expect(dialog.getByText(ticketMessages.noSubject)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Subject').fill('Pours fail');
    await dialog.getByLabel('First note').fill('Pump sounds dry');
    await dialog.getByRole('button', { name: 'Open ticket' }).click();
    await expect(page).toHaveURL(new RegExp(`/fleet/${bar.unitNumber}\\?ticket=.+#`));
    await expect(card.getByText('Pump sounds dry')).toBeVisible();
  });
  await test.step('notes are added, and the state changes', async () => {
    await card.getByLabel('Add a note').fill('A technician comes on Monday');
    await card.getByLabel('Share with the venue').check();
    await card.getByRole('button', { name: 'Add note' }).click();
    await expect(card.getByText('Shared with the venue', { exact: false }).first()).toBeVisible();
    await card.getByLabel('State').selectOption('Waiting');
    await expect(card.getByLabel('State')).toBeEnabled();
    await card.getByLabel('Subject').fill('Pump is dry');
    await card.getByLabel('Subject').press('Enter');
    const renamed = page.getByRole('region', { name: 'Pump is dry' });
    await expect(renamed.getByText('Pours fail → Pump is dry')).toBeVisible();
    await renamed.getByRole('button', { name: 'Undo' }).click();
    await expect(card).toBeVisible();
    await page.reload();
    await expect(card.getByLabel('State')).toHaveValue('waiting');
    await expect(page.getByRole('region', { name: 'Software' })).toBeVisible();
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(desktop);
  });
  await test.step('tickets are listed by state and assignee', async () => {
    await page.goto('/fleet?tab=tickets');
    const listed = page.getByRole('table', { name: 'Tickets' }).getByRole('row');
    const own = listed.filter({ hasText: bar.venueName });
    await expect(own).toContainText('Waiting');
    await page.getByLabel('State').selectOption('Closed');
    await expect(own).toHaveCount(0);
    await expectAccessible(page);
    await page.goto('/fleet?tab=tickets&assignee=none');
    await expect(own).toHaveCount(0);
  });
  await test.step('the venue reads the shared note in the history of the unit', async () => {
    await page.goto(`/fleet/${bar.unitNumber}`);
    await page.getByRole('button', { name: 'Act for owner' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Ticket');
    await dialog.getByRole('button', { name: 'Act for owner' }).click();
    await page.getByRole('link', { name: 'History', exact: true }).click();
    const events = page.getByRole('region', { name: 'Events' });
    await expect(events).toContainText('Note from support: A technician comes on Monday');
    await expect(events).not.toContainText('Pump sounds dry');
  });
});
