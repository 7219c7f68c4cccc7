/** Cards of units on the screen of a venue, as its owner. */
import { endSession, password } from './api-client.ts';
import { beforeNext, hold } from './network.ts';
import { openSection, openVenue, switcher, unitCard, unitOf, unitsOf } from './screens.ts';
import { expect, test } from './test.ts';

test('a unit is added, named, given contacts and deleted', async ({ page, bar, freshBar }) => {
  test.slow();
  await test.step('a unit that is added comes last and is deleted after its number was typed', async () => {
    await openVenue(page, bar);
    await page.getByRole('button', { name: 'Add unit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add unit' });
    await expect(dialog).toContainText(
      'To define the unit category. Cannot be changed after being added.',
    );
    await dialog.getByLabel('Category').selectOption('BEERTENDER');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Add unit' }).click();
    await expect(dialog.getByLabel('Category')).toHaveValue('ROTENDER_CLASSIC');
    const before = await unitsOf(bar);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const cards = page.getByRole('region', { name: /^Unit / });
    // The mark is shown for two seconds.
    await expect(cards.last()).toHaveAttribute('data-marked', 'true');
    await expect(dialog).toHaveCount(0);
    await expect(cards).toHaveCount(before.length + 1);
    const added = (await unitsOf(bar)).at(-1);
    const card = unitCard(page, added?.unitNumber ?? 0);
    await expect(cards.last()).toHaveAccessibleName(`Unit ${added?.unitNumber}`);
    await expect(card).toBeFocused();
    await expect(card).toBeInViewport();
    await expect(card.getByLabel('Name', { exact: true })).toBeVisible();
    await expect(card).toContainText(
      'Classic unit · never sold · no key · no card reader · no contacts',
    );

    await card.getByRole('button', { name: 'Delete' }).click();
    const deletion = page.getByRole('dialog', { name: `Delete unit ${added?.unitNumber}?` });
    await deletion.getByRole('button', { name: 'Cancel' }).click();
    await expect(card).toBeVisible();
    await card.getByRole('button', { name: 'Delete' }).click();
    const remove = deletion.getByRole('button', { name: 'Delete unit' });
    const number = deletion.getByLabel(`Type ${added?.unitNumber} to delete it`);
    await expect(remove).toBeDisabled();
    await number.fill(String(bar.unitNumber));
    await expect(remove).toBeDisabled();
    await number.fill(String(added?.unitNumber));
    await remove.click();
    await expect(card).toHaveCount(0);
    expect(await unitsOf(bar)).toHaveLength(before.length);
  });
  await test.step('contacts become tags on comma, space and Enter, and must be US phone numbers', async () => {
    await openVenue(page, bar);
    const card = await openSection(unitCard(page, bar.unitNumber), 'Notices');
    const contacts = card.getByLabel('Contacts');
    await contacts.pressSequentially('(415)555-2671,');
    await expect(contacts).toHaveValue('');
    await contacts.pressSequentially('212 555 0100 ');
    await expect(contacts).toHaveValue('');
    await contacts.fill('6505550199');
    await contacts.press('Enter');
    await expect
      .poll(async () => (await unitOf(bar))?.contacts)
      .toEqual(['+14155552671', '+12125550100', '+16505550199']);
    await contacts.fill('12');
    await contacts.blur();
    await expect(page.getByText('12 is not a US phone number')).toBeVisible();
    expect((await unitOf(bar))?.contacts).toHaveLength(3);
  });
  await test.step('a unit is named on the venue screen, and everywhere with its number', async () => {
    await page.goto(`/venues/${bar.venueId}`);
    const card = await openSection(unitCard(page, bar.unitNumber), 'Setup');
    await card.getByLabel('Name', { exact: true }).fill(' Rooftop left ');
    await page.keyboard.press('Enter');
    const title = `Rooftop left · ${bar.unitNumber}`;
    const named = page.getByRole('region', { name: title });
    await expect(named).toBeVisible();

    await page.goto('/dashboard');
    const today = page.getByRole('table', { name: 'Units today' });
    await expect(today.getByRole('row', { name: title })).toBeVisible();
    await expect(page.getByRole('link', { name: /No key/ })).toContainText(title);

    await bar.addUnit('BEERTENDER');
    await page.goto('/add-drink');
    await expect(switcher(page)).toContainText(title);
    await switcher(page).click();
    const choices = page.getByRole('dialog', { name: 'Venue and unit' });
    await expect(
      choices.getByRole('link', { name: `${title} (Classic unit)`, exact: true }),
    ).toBeVisible();

    await page.goto(`/salesreports?unit=${bar.unitNumber}`);
    await expect(page.getByText(`${title} · `)).toBeVisible();

    await page.goto(`/venues/${bar.venueId}`);
    await openSection(named, 'Setup');
    await named.getByLabel('Name', { exact: true }).fill('');
    await page.keyboard.press('Enter');
    await expect(card).toBeVisible();
  });
  await test.step('a name with invisible characters is refused at its field', async () => {
    await page.goto(`/venues/${bar.venueId}`);
    const card = await openSection(unitCard(page, bar.unitNumber), 'Setup');
    await card.getByLabel('Name', { exact: true }).fill('Bar \u202e');
    await page.keyboard.press('Enter');
    await expect(card.getByText('Use visible plain text without control characters')).toBeVisible();
  });
  await test.step('text that is saved after the session ended is still in its field after signing in again', async () => {
    const bar = await freshBar();
    await openVenue(page, bar);
    const card = await openSection(unitCard(page, bar.unitNumber), 'Setup');
    const helper = card.getByLabel('Home helper text');
    // It ends once the text is sent: another request of the page would notice it before.
    await beforeNext(page, '**/api/units/updateUnitDetails/**', () => endSession(bar));
    await helper.fill('Typed too late');
    await helper.blur();
    await expect(page).toHaveURL(/\/login\?next=/);
    await page.getByLabel('Email').fill(bar.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL(new RegExp(`/venues/${bar.venueId}(\\?|$)`));
    await expect(helper).toHaveValue('Typed too late');
    await expect(card.getByText('Unsaved changes')).toBeVisible();
    await helper.focus();
    await helper.blur();
    await expect(card.getByText('Saved', { exact: true })).toBeVisible();
  });
});

test('the fields and keys of a unit are saved, also against errors and other tabs', async ({
  page,
  bar,
  context,
}) => {
  test.slow();
  await test.step('the key of a unit is shown once and can be revoked', async () => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await openVenue(page, bar);
    await expect(unitCard(page, bar.unitNumber)).toContainText('no key');
    await page.waitForLoadState('networkidle');
    // What is in closed sections is not requested.
    expect(requested.filter((url) => /\/keys|kind=unit/.test(url))).toEqual([]);
    const card = await openSection(unitCard(page, bar.unitNumber), 'API key');
    await card.getByLabel('Label of a new key').fill('Front');
    await card.getByRole('button', { name: 'Make key' }).click();
    const key = (await card.locator('code').textContent()) ?? '';
    expect(key).toMatch(/^bbu_/);
    await page.reload();
    await openSection(card, 'API key');
    await expect(card.getByText('Front')).toBeVisible();
    await expect(page.getByText(key)).toHaveCount(0);
    await card.getByRole('button', { name: 'Revoke Front' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(card.getByText('Front')).toHaveCount(0);
  });
  await test.step('a button that waits for the server keeps the focus', async () => {
    await openVenue(page, bar);
    const card = await openSection(unitCard(page, bar.unitNumber), 'API key');
    await card.getByLabel('Label of a new key').fill('Left of the bar');
    const release = await hold(page, /\/units\/\d+\/keys$/);
    const make = card.getByRole('button', { name: 'Make key' });
    await make.press('Enter');
    await expect(make).toHaveAttribute('aria-busy', 'true');
    await expect(make).toBeFocused();
    await make.press('Enter');
    release();
    await expect(card.getByText('Copy the new key now.')).toBeVisible();
    await expect(make).toBeFocused();
    await expect(card.getByRole('button', { name: 'Revoke Left of the bar' })).toHaveCount(1);
  });
  await test.step('the fields of a unit are saved, and an optional field can be cleared', async () => {
    await openVenue(page, bar);
    const card = await openSection(unitCard(page, bar.unitNumber), 'Setup');
    await openSection(card, 'Card reader');
    const helper = card.getByLabel('Home helper text');
    await helper.fill('Tap your card');
    await helper.blur();
    await card.getByLabel('Model').selectOption('MENU');
    const reader = card.getByLabel('Card reader id');
    await reader.fill('tmr_front');
    await reader.blur();
    await expect
      .poll(() => unitOf(bar))
      .toMatchObject({
        homeHelperText: 'Tap your card',
        model: 'MENU',
        stripeReaderId: 'tmr_front',
      });
    await helper.fill('');
    await helper.blur();
    await expect.poll(async () => (await unitOf(bar))?.homeHelperText).toBe('');
    await page.reload();
    await openSection(card, 'Card reader');
    await expect(card.getByLabel('Card reader id')).toHaveValue('tmr_front');
    // The provider knows nothing of this reader.
    await expect(card.getByLabel('Card reader record')).toHaveCount(0);
  });
  await test.step('a field that cannot be saved shows the error, survives a reload and is saved later', async () => {
    await openVenue(page, bar);
    await page.route('**/api/units/updateUnitDetails/**', (route) =>
      route.fulfill({
        status: 503,
        json: { error: { message: 'The database cannot be reached.' } },
      }),
    );
    const card = await openSection(unitCard(page, bar.unitNumber), 'Setup');
    const helper = card.getByLabel('Home helper text');
    await helper.fill('Not lost');
    await helper.blur();
    await expect(card.getByText('Not saved. The database cannot be reached.')).toBeVisible();
    await page.unroute('**/api/units/updateUnitDetails/**');
    await page.reload();
    await expect(helper).toHaveValue('Not lost');
    await helper.focus();
    await helper.blur();
    await expect(card.getByText('Saved', { exact: true })).toBeVisible();
  });
  await test.step('a field that was changed in another tab shows the other value and is saved only when kept', async () => {
    await openVenue(page, bar);
    const other = await context.newPage();
    await openVenue(other, bar);
    const otherCard = await openSection(unitCard(other, bar.unitNumber), 'Setup');
    const theirs = otherCard.getByLabel('Home button image');
    await theirs.fill('theirs.png');
    await theirs.blur();
    await expect(otherCard.getByText('Saved', { exact: true })).toBeVisible();

    const card = await openSection(unitCard(page, bar.unitNumber), 'Setup');
    const mine = card.getByLabel('Home button image');
    await mine.fill('mine.png');
    await mine.blur();
    await expect(card.getByText('Someone else has changed this to “theirs.png”')).toBeVisible();
    await expect(mine).toHaveValue('mine.png');
    await card.getByRole('button', { name: 'Keep mine' }).click();
    await expect(card.getByText('Saved', { exact: true })).toBeVisible();
    await other.reload();
    await openSection(otherCard, 'Setup');
    await expect(theirs).toHaveValue('mine.png');
  });
});
