import { switcher } from './place.ts';
import { expect, test } from './test.ts';
import { openSection, unitCard } from './venue-page.ts';

test('a unit is named on the venue screen, and everywhere with its number', async ({
  page,
  bar,
}) => {
  await page.goto(`/venues/${bar.venueId}`);
  const card = await openSection(unitCard(page, bar.unitNumber), 'Set-up');
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
    choices.getByRole('link', { name: `${title} (ROTENDER_CLASSIC)`, exact: true }),
  ).toBeVisible();

  await page.goto(`/salesreports?unit=${bar.unitNumber}`);
  await expect(page.getByText(`${title} · `)).toBeVisible();

  await page.goto(`/venues/${bar.venueId}`);
  await openSection(named, 'Set-up');
  await named.getByLabel('Name', { exact: true }).fill('');
  await page.keyboard.press('Enter');
  await expect(card).toBeVisible();
});

test('a name with invisible characters is refused at its field', async ({ page, bar }) => {
  await page.goto(`/venues/${bar.venueId}`);
  const card = await openSection(unitCard(page, bar.unitNumber), 'Set-up');
  await card.getByLabel('Name', { exact: true }).fill('Bar \u202e');
  await page.keyboard.press('Enter');
  await expect(card.getByText('Use visible plain text without control characters')).toBeVisible();
});
