import type { Page } from '@playwright/test';
import { actingMessages } from '../rules/users/sign-in.ts';
import { giveReason, uniqueName } from './bar.ts';
import { desktop, expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { beforeNext, hold } from './network.ts';
import { findOwnerRow } from './screens.ts';
import { expect, storageOf, test } from './test.ts';

test.use({ account: 'admin' });

interface Owners {
  owners: { id: string; name: string; venues: { id: string; name: string }[] }[];
  pagination: { total: number };
}

/** Runs the action and returns the list that the page received. Other tests register owners, so another request may differ. */
async function listReceived(page: Page, action: () => Promise<unknown>): Promise<Owners> {
  const received = page.waitForResponse(/\/api\/admins\/owners\?/);
  await action();
  const owners: Owners = await (await received).json();
  return owners;
}

test('the owner list has pages, says when it cannot be loaded, and is where screens of an owner lead', async ({
  page,
}) => {
  test.slow();
  await test.step('the owner list shows each owner with their venues and fits a phone', async () => {
    const { owners } = await listReceived(page, () => page.goto('/owners'));
    await expect(page.getByRole('heading', { name: 'Owner list' })).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Venues', 'Action']);
    expect(owners).toHaveLength(10);
    for (const { id, name, venues } of owners) {
      const row = page.getByRole('row', { name });
      await expect(row.getByRole('link', { name: 'Edit' })).toHaveAttribute(
        'href',
        `/owners/${id}`,
      );
      for (const venue of venues)
        await expect(row.getByRole('link', { name: venue.name })).toBeVisible();
    }
    await expect(page.getByRole('link', { name: 'Register New Owner' })).toHaveAttribute(
      'href',
      '/register?redirect=%2Fowners',
    );
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(desktop);
  });
  await test.step('the pager of the owner list requests further owners', async () => {
    const first = await listReceived(page, () => page.goto('/owners'));
    const { total } = first.pagination;
    const pager = page.getByRole('navigation', { name: 'table pager' });
    await expect(pager).toContainText(`1–${Math.min(10, total)} of ${total}`);
    await expect(pager.getByRole('button', { name: 'Previous owners' })).toBeDisabled();
    expect(total, 'owners in the demo').toBeGreaterThan(10);
    const second = await listReceived(page, () =>
      pager.getByRole('button', { name: 'Next owners' }).click(),
    );
    await expect(page).toHaveURL('/owners?page=2');
    const { total: newTotal } = second.pagination;
    await expect(pager).toContainText(`11–${Math.min(20, newTotal)} of ${newTotal}`);
  });
  await test.step('an owner list that cannot be loaded shows the error and can be requested again', async () => {
    await page.route('**/api/admins/owners?**', (route) =>
      route.fulfill({
        status: 500,
        json: { error: { message: 'Internal error', requestId: 'r-9' } },
      }),
    );
    await page.goto('/owners?page=2');
    await expect(page.getByRole('alert')).toContainText('The owners could not be loaded.');
    await expect(page.getByRole('alert')).toContainText('r-9');
    await page.unroute('**/api/admins/owners?**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('link', { name: 'Rooftop Bar' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
  await test.step('a super admin without a chosen owner is redirected to the owner list only from screens that need one', async () => {
    for (const path of ['/', '/add-drink', '/salesreports']) {
      await page.goto(path);
      await expect(page).toHaveURL('/owners');
    }
    for (const path of ['/renderingsettings', '/settings', '/register', '/version']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).toHaveURL(path);
    }
  });
  await test.step('the register screen has no sidebar', async () => {
    await page.goto('/register');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
  });
});

test('a super admin who picks a venue acts for its owner until they open the owner list again', async ({
  page,
}) => {
  await page.goto('/owners?page=2');
  await page.getByRole('link', { name: 'Rooftop Bar' }).click();
  await expect(page).toHaveURL(/:\d+\/(\?|$)/);
  await expect(page.getByRole('heading', { name: 'Your Drink Menu' })).toBeVisible();
  const banner = page.getByRole('banner');
  await expect(banner).toContainText('Rooftop Hospitality (Rooftop Bar)');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('list').first().getByRole('link')).toHaveText([
    'Venues',
    'Drink Menu',
    'Your menu',
    'Add Ingredient',
    'Reports',
    'Super Admin',
  ]);
  await expect(navigation.getByRole('list')).toHaveCount(4);
  await page.reload();
  await expect(banner).toContainText('Rooftop Hospitality (Rooftop Bar)');
  await expectAccessible(page);

  await banner.getByRole('button', { name: 'Stop acting' }).click();
  await expect(page).toHaveURL('/owners');
  await expect(banner).not.toContainText('Rooftop Bar');
  await expect(navigation.getByRole('link')).toHaveText([
    'Owners',
    'Rendering',
    'Settings',
    'Fleet',
    'Activity log',
  ]);
  expect((await storageOf(page))['owner']).toContain('"id":""');
});

test('an installation that wants a reason asks for it; the bar shows it and the time left, and acting goes on after its end where it ended', async ({
  page,
  admin,
  bar,
}) => {
  // Refuses as the server does with ACTING_REASON=required.
  await page.route('**/api/admins/acting', (route) => {
    const { reason }: { reason: string } = route.request().postDataJSON();
    return reason.trim() === ''
      ? route.fulfill({ status: 400, json: { reason: actingMessages.reasonRequired } })
      : route.continue();
  });
  await page.goto(`/owners?q=${bar.email}`);
  await page.getByRole('link', { name: bar.venueName }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('The owner sees it in their activity log');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Enter a reason');
  await expectAccessible(page);
  await giveReason(page, 'Ticket 4711');
  const banner = page.getByRole('banner');
  await expect(banner).toContainText(/Ticket 4711.*(60|59) minutes left/);

  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('table')).toContainText(bar.email);
  // It ends once the log is requested: another request of the page would notice it before the click.
  await beforeNext(page, /\/api\/audit\b/, () =>
    admin.request('DELETE', `/api/admins/acting/${bar.userId}`),
  );
  await navigation.getByRole('link', { name: 'Activity log' }).click();
  const ended = page.getByRole('region', { name: 'Acting has ended' });
  await expect(ended).toContainText(`Acting for ${bar.ownerName} has ended.`);
  await expect(banner).not.toContainText(bar.ownerName);
  await ended.getByRole('button', { name: 'Act for 60 more minutes' }).click();
  await expect(banner).toContainText('Ticket 4711');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Owner list');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectNoSidewaysScroll(page);
});

test('an owner and their limits are edited', async ({ page, bar }) => {
  test.slow();
  await test.step('the edit owner screen is accessible, fits a phone, and Back returns to the list', async () => {
    await page.goto('/owners');
    const row = await findOwnerRow(page, bar.ownerName);
    await row.getByRole('link', { name: 'Edit' }).click();
    await expect(page.getByLabel('Name')).toHaveValue(bar.ownerName);
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page).toHaveURL('/owners');
    await page.setViewportSize(desktop);
  });
  await test.step('the edit owner screen has no layout shift when the owner loads', async () => {
    const release = await hold(page, /\/api\/admins\/owner\/.+/);
    await page.goto(`/owners/${bar.userId}`);
    await expect(page.getByRole('button', { name: 'Update owner' })).toBeDisabled();
    release();
    await expect(page.getByLabel('Name')).toHaveValue(bar.ownerName);
    await expectNoShift(page);
  });
  await test.step('a limit that is refused shows the reason at its field', async () => {
    await page.reload();
    const drinks = page.getByLabel('Limit of drinks');
    await drinks.fill('9999999999999');
    await page.getByRole('button', { name: 'Update owner' }).click();
    await expect(drinks).toHaveAccessibleDescription('Use a smaller limit');
    await expect(page.getByRole('alert')).toHaveText('Use a smaller limit');
    await expect(page).toHaveURL(`/owners/${bar.userId}`);
    await drinks.fill('');
  });
  await test.step('editing an owner shows an invalid email at its field and as an alert, and stays on the screen', async () => {
    await page.reload();
    await page.getByLabel('Email').fill('nonsense');
    await page.getByRole('button', { name: 'Update owner' }).click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
      'Enter a valid email address',
    );
    await expect(page.getByRole('alert')).toHaveText('Enter a valid email address');
    await expect(page).toHaveURL(`/owners/${bar.userId}`);
    await page.getByLabel('Email').fill(bar.email);
  });
  await test.step('limits show what is stored, are changed with the form, and an empty field restores the usual one', async () => {
    await page.reload();
    const units = page.getByRole('listitem').filter({ hasText: /^Units/ });
    const pictures = page.getByRole('listitem').filter({ hasText: /^Pictures/ });
    const save = async () => {
      await page.getByRole('button', { name: 'Update owner' }).click();
      await expect(page).toHaveURL('/owners');
      await page.goto(`/owners/${bar.userId}`);
    };
    await expect(units).toContainText('1 of 1,000');
    await expect(pictures).toContainText('0 of 500 MB');
    await page.getByLabel('Limit of units', { exact: true }).fill('1');
    await page.getByLabel('Limit of pictures in MB').fill('2000');
    await save();
    await expect(units).toContainText('1 of 1');
    await expect(pictures).toContainText('0 of 2,000 MB');
    await expect(page.getByLabel('Limit of pictures in MB')).toHaveValue('2,000');
    await expect(pictures).toContainText('Usual limit 500 MB');
    await expect(page.getByLabel('Limit of venues')).toHaveValue('');
    await expect(page.getByLabel('Limit of venues')).toHaveAttribute('placeholder', '100');
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByLabel('Limit of units', { exact: true }).fill('');
    await page.getByLabel('Limit of pictures in MB').fill('');
    await save();
    await expect(units).toContainText('1 of 1,000');
    await expect(pictures).toContainText('0 of 500 MB');
    await page.setViewportSize(desktop);
  });
  await test.step('an edited owner shows in the list once the server has responded', async () => {
    const newName = uniqueName('Zest Renamed');
    const release = await hold(page, /\/api\/admins\/owner\/.+/);
    await page.getByLabel('Name').fill(newName);
    await page.getByRole('button', { name: 'Update owner' }).click();
    await expect(page).toHaveURL(`/owners/${bar.userId}`);
    release();
    await expect(page).toHaveURL('/owners');
    await expect(page.getByText(`${newName} is saved.`)).toBeVisible();
    await expect(await findOwnerRow(page, newName)).toBeVisible();
  });
});

const field = (page: Page) => page.getByRole('searchbox', { name: 'Find an owner' });
const rows = (page: Page) => page.getByRole('table', { name: 'Owners' }).locator('tbody tr');
const banner = (page: Page) => page.getByRole('banner');

test('owners are found while typing, and by keyboard', async ({ page, bar }) => {
  test.slow();
  await test.step('owners are found while typing, by name, email, venue and unit', async () => {
    await page.goto('/owners');
    await expect(page.getByRole('status').filter({ hasText: /^\d+ owners$/ })).toBeVisible();
    await expectNoShift(page);
    for (const text of [bar.ownerName, bar.email, bar.venueName, String(bar.unitNumber)]) {
      await field(page).fill(text);
      await expect(rows(page)).toHaveCount(1);
      await expect(rows(page)).toContainText(bar.ownerName);
      await expect(page).toHaveURL(`/owners?${new URLSearchParams({ q: text }).toString()}`);
    }
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.reload();
    await expect(field(page)).toHaveValue(String(bar.unitNumber));
    await expect(rows(page)).toHaveCount(1);

    await field(page).fill('no such owner %');
    await expect(
      page.getByText('No owner has a name, venue, email or unit number with “no such owner %”.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Show all owners' }).click();
    await expect(rows(page)).toHaveCount(10);
    await expect(field(page)).toHaveValue('');
    await page.setViewportSize(desktop);
  });
  await test.step('arrow keys lead from the field to the venues, and the owner is listed first the next time', async () => {
    await page.goto('/owners');
    const recent = page.getByRole('region', { name: 'Recently acted for' });
    await expect(rows(page)).toHaveCount(10);
    await expect(recent).toHaveCount(0);
    await field(page).fill(bar.email);
    await expect(rows(page)).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('link', { name: bar.venueName })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(banner(page)).toContainText(`${bar.ownerName} (${bar.venueName})`);
    await expect(banner(page)).toContainText(/\)(60|59) minutes left/);

    await banner(page).getByRole('button', { name: 'Stop acting' }).click();
    await expect(recent.getByRole('link')).toHaveText([`${bar.ownerName}${bar.venueName}`]);
    await expectAccessible(page);
    await recent.getByRole('link').click();
    await expect(banner(page)).toContainText(`${bar.ownerName} (${bar.venueName})`);
  });
  await test.step('Enter acts for the first match at the venue that was found, also before it has arrived', async () => {
    const second = await bar.request<{ id: string }>('POST', '/api/users/venues', {
      name: `${bar.ownerName} Cellar`,
    });
    const unit = await bar.addUnit('BEERTENDER', second.id);
    await page.goto('/owners');
    await field(page).fill(String(unit.unitNumber));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/\\?venue=${second.id}`));
    await expect(banner(page)).toContainText(`${bar.ownerName} (${bar.ownerName} Cellar)`);
  });
});
