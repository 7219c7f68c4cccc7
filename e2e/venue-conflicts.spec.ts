/** Fields of the venue screen while several saves, or several people, meet. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './checks.ts';
import { hold } from './network.ts';
import { expect, test } from './test.ts';
import { openSection, unitCard, unitOf } from './screens.ts';

/** Pastes into the focused field. Runs in the browser, whose types this project does not include. */
const paste = (page: Page, text: string) =>
  page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }`);

test('changes of several people to a unit are kept', async ({ page, bar, freshBar }) => {
  await test.step('a contact that is added while another is being saved is kept, and a pasted list is split', async () => {
    await page.goto(`/venues/${bar.venueId}`);
    const release = await hold(page, '**/updateUnitDetails/**');
    const card = await openSection(unitCard(page, bar.unitNumber), 'Notices');
    const contacts = card.getByLabel('Contacts');
    await contacts.pressSequentially('415 555 2671,');
    await contacts.pressSequentially('212 555 0100,');
    await expect(card.getByText('+12125550100')).toBeVisible();
    release();
    await expect
      .poll(async () => (await unitOf(bar))?.contacts)
      .toEqual(['+14155552671', '+12125550100']);
    await contacts.focus();
    await paste(page, '646 555 0100, (917) 555-0101;\n650 555 0199, twelve');
    await expect(contacts).toHaveValue('twelve');
    await expect(page.getByText('twelve is not a US phone number')).toBeVisible();
    await expect.poll(async () => (await unitOf(bar))?.contacts).toHaveLength(5);
  });
  await test.step('leaving a field that another user has changed overwrites nothing until one value is chosen', async () => {
    const bar = await freshBar();
    await page.goto(`/venues/${bar.venueId}`);
    const name = page.getByRole('region', { name: 'Venue' }).getByLabel('Name');
    const path = `/api/users/venues/${bar.venueId}`;
    const nameNow = async () =>
      (await bar.getJson<{ name: string }>(`/api/venues/${bar.venueId}/venue`)).name;
    await expect(name).toHaveValue(bar.venueName);
    await bar.request('PUT', path, { name: 'Theirs' });
    await name.fill('Mine');
    await name.blur();
    await expect(page.getByText('Someone else has changed this to “Theirs”')).toBeVisible();
    await name.focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Use theirs' })).toBeFocused();
    await expectAccessible(page);
    expect(await nameNow()).toBe('Theirs');
    await page.keyboard.press('Enter');
    await expect(name).toHaveValue('Theirs');
    await expect(name).toBeFocused();

    await bar.request('PUT', path, { name: 'Theirs again' });
    await name.fill('Mine');
    await name.blur();
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await expect.poll(nameNow).toBe('Mine');
    await expect(page.getByRole('button', { name: 'Keep mine' })).toHaveCount(0);
  });
});
