import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { hold } from './hold.ts';
import { expect, test } from './test.ts';
import { openVenue } from './venue-page.ts';

test('an owner sets the clock of a venue, and its report goes by business days', async ({
  page,
  bar,
}) => {
  await openVenue(page, bar);
  const card = page.getByRole('region', { name: 'Clock' });
  const start = card.getByRole('slider', { name: 'Start of the day' });
  await expect(
    card.getByText('Friday’s night runs from Fri 4:00 AM to Sat 4:00 AM.'),
  ).toBeVisible();
  await expectNoShift(page);
  await expectAccessible(page);
  await start.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(start).toHaveAttribute('aria-valuetext', '5:00 AM');
  await expect(
    card.getByText('Friday’s night runs from Fri 5:00 AM to Sat 5:00 AM.'),
  ).toBeVisible();
  await card.getByRole('textbox', { name: 'Time zone' }).click();
  const zone = card.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('berlin');
  await page.getByRole('option', { name: /Europe\/Berlin/ }).click();
  await card.getByRole('button', { name: 'Set clock' }).click();
  await expect(card.getByText('Running')).toBeVisible();

  await card.getByRole('button', { name: 'Enter opening hours' }).click();
  await card.getByLabel('Friday opens at').selectOption({ label: '4:00 PM' });
  await card.getByLabel('Friday closes at').selectOption({ label: '2:00 AM' });
  const hours = () => bar.getJson(`/api/venues/${bar.venueId}/hours`);
  await expect.poll(hours).toEqual({ hours: [{ weekday: 5, opens: '16:00', closes: '26:00' }] });

  await card
    .getByRole('button', { name: /^Change / })
    .nth(1)
    .click();
  const night = page.getByRole('dialog');
  await expectAccessible(page);
  await night.getByLabel('Special, such as a festival').check();
  await night.getByLabel('Note').fill('Jazz festival');
  await night.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText('Special', { exact: true })).toBeVisible();
  await expect(card.getByText(/Jazz festival/)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await page.goto('/salesreports?from=2026-06-12&to=2026-06-12');
  await expect(page.getByLabel('Days')).toHaveValue('business');
  await expect(page.getByLabel('Timezone')).toHaveValue('Europe/Berlin');
  await expect(page).toHaveURL(/timezone=Europe%2FBerlin&days=business/);
  await expect(page.getByTitle(/Fri, Jun 12, 5:00 AM .* to Sat, Jun 13, 5:00 AM/)).toBeVisible();
  await page.getByLabel('Days').selectOption('Calendar days');
  await page.getByRole('button', { name: 'Lookup sales' }).click();
  await expect(page).toHaveURL(/days=calendar/);
  await expect(page.getByLabel('Days')).toHaveValue('calendar');
  await expectNoSidewaysScroll(page);
});

test('opening hours that are changed while others are being saved are saved too', async ({
  page,
  bar,
}) => {
  const path = `/api/venues/${bar.venueId}/hours`;
  const sunday = { weekday: 0, opens: '10:00', closes: '18:00' };
  await bar.request('PUT', path, { hours: [sunday] });
  await openVenue(page, bar);
  const card = page.getByRole('region', { name: 'Clock' });
  await expect(card.getByLabel('Sunday closes at')).toHaveValue('18:00');
  const release = await hold(page, `**${path}`);
  await card.getByLabel('Monday opens at').selectOption({ label: '4:00 PM' });
  await expect(card.getByLabel('Monday opens at')).toHaveValue('16:00');
  await card.getByLabel('Sunday closes at').selectOption({ label: '8:00 PM' });
  await expect(card.getByLabel('Sunday closes at')).toHaveValue('20:00');
  release();
  const hours = () => bar.getJson<{ hours: object[] }>(path);
  await expect.poll(hours).toEqual({
    hours: [
      { ...sunday, closes: '20:00' },
      { weekday: 1, opens: '16:00', closes: '24:00' },
    ],
  });
  await expect(card.getByLabel('Monday opens at')).toHaveValue('16:00');
  await expect(card.getByLabel('Sunday closes at')).toHaveValue('20:00');
});
