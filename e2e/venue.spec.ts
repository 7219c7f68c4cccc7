import { uniqueName } from './bar.ts';
import { desktop, expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { openSection, openVenue, switchTo, unitCard } from './screens.ts';
import { expect, test } from './test.ts';

interface Venue {
  name: string;
}

test.describe('as the owner of the venue', () => {
  test('the owner of a venue changes its name, and none of the other settings', async ({
    page,
    bar,
    freshBar,
  }) => {
    test.slow();
    await test.step('an owner sees none of the settings that only a super admin changes', async () => {
      await openVenue(page, bar);
      await expect(unitCard(page, bar.unitNumber)).toBeVisible();
      for (const text of [
        'Tax percentage',
        'Drink limit',
        'Payment credentials',
        'Feature flags',
      ]) {
        await expect(page.getByText(text)).toHaveCount(0);
      }
    });
    await test.step('the venue screen of an owner is accessible and fits a phone', async () => {
      await bar.addUnit('BEERTENDER');
      await openVenue(page, bar);
      const card = unitCard(page, bar.unitNumber);
      for (const title of ['Setup', 'Card reader', 'Notices', 'Network', 'API key'] as const) {
        await openSection(card, title);
      }
      await expect(card.getByRole('button', { name: 'Make key' })).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 320, height: 700 });
      const remove = card.getByRole('button', { name: 'Delete' });
      await remove.scrollIntoViewIfNeeded();
      await expect(remove).toBeInViewport({ ratio: 1 });
      await page.setViewportSize(desktop);
    });
    await test.step('the name of a venue is saved while it is typed, and an empty one is not', async () => {
      const bar = await freshBar();
      await openVenue(page, bar);
      const saves: unknown[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PUT') saves.push(request.postDataJSON());
      });
      const name = page.getByRole('region', { name: 'Venue' }).getByLabel('Name');
      await name.fill('');
      await name.fill('Harbour Deck');
      await expect(page.getByRole('heading', { name: 'Harbour Deck' })).toBeVisible();
      await expect(name).toBeFocused();
      expect(saves).toEqual([{ name: 'Harbour Deck', expected: { name: bar.venueName } }]);
      await name.fill('');
      await name.blur();
      await expect(name).toHaveValue('Harbour Deck');
      expect(saves).toHaveLength(1);
    });
    await test.step('a name that could not be saved is not that of the next venue', async () => {
      const bar = await freshBar();
      const other = uniqueName('Terrace');
      await bar.request('POST', '/api/users/venues', { name: other });
      await openVenue(page, bar);
      await switchTo(page, other);
      await expect(page.getByRole('heading', { name: other, level: 1 })).toBeVisible();
      await switchTo(page, bar.venueName);
      const name = page.getByRole('region', { name: 'Venue' }).getByLabel('Name');
      await expect(name).toHaveValue(bar.venueName);
      await page.route(`**/api/users/venues/${bar.venueId}`, (route) =>
        route.request().method() === 'PUT' ? route.abort() : route.continue(),
      );
      await name.fill('Harbour Deck');
      await name.press('Enter');
      await expect(page.getByText('Not saved', { exact: true })).toBeVisible();
      await switchTo(page, other);
      await expect(page.getByRole('heading', { name: other, level: 1 })).toBeVisible();
      await expect(name).toHaveValue(other);
      await expect(page.getByText('Not saved', { exact: true })).toHaveCount(0);
    });
    await test.step('a name that is typed just before the page is left is saved', async () => {
      const bar = await freshBar();
      await openVenue(page, bar);
      await page.getByRole('region', { name: 'Venue' }).getByLabel('Name').fill('Last Minute Bar');
      await page.goto('about:blank');
      const venue = () => bar.getJson<Venue>(`/api/venues/${bar.venueId}/venue`);
      await expect.poll(venue).toMatchObject({ name: 'Last Minute Bar' });
    });
  });
});
