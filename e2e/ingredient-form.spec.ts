/** The fields of the ingredient form and their dependencies. */
import { desktop, expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import {
  addButton,
  fillForm,
  form,
  nameField,
  position,
  positions,
  priceField,
  select,
  watchChanges,
} from './ingredient-page.ts';
import { expect, test } from './test.ts';
import { discard } from './screens.ts';

const red = 'rgb(185, 28, 28)';

test('the form of a classic unit has a base or a mixer, and its positions', async ({
  page,
  bar,
  freshBar,
}) => {
  test.slow();
  await test.step('the form for a new ingredient of a classic unit starts with a base without positions', async () => {
    await bar.addIngredient({ name: 'Beefeater', positionInUnit: ['2'] });
    await page.goto('/add-ingredient');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add Ingredient');
    await expect(select(page, 'Venue').getByRole('option')).toHaveText([bar.venueName]);
    await expect(select(page, 'Unit Number').getByRole('option')).toHaveText([
      `${bar.unitNumber} (ROTENDER_CLASSIC)`,
    ]);
    await expect(nameField(page)).toHaveValue('');
    await expect(nameField(page)).toHaveAttribute('required');
    await expect(
      page.getByRole('group', { name: 'Where is it loaded?', exact: true }),
    ).toContainText('CarouselSoda Gun');
    await expect(page.getByRole('radio')).toHaveCount(2);
    await expect(page.getByRole('radio', { name: 'Carousel' })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'Base' })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'Mixer' })).not.toBeChecked();
    await expect(select(page, 'Serving Size')).toBeDisabled();
    await expect(select(page, 'Serving Size')).toHaveValue('45');
    await expect(select(page, 'Bottle Size').getByRole('option')).toHaveText(['750 ml', '1000 ml']);
    await expect(select(page, 'Bottle Size')).toHaveValue('1000');
    await expect(positions(page).getByRole('checkbox')).toHaveCount(16);
    await expect(positions(page).getByRole('checkbox').first()).toHaveAccessibleName('1');
    await expect(positions(page).getByRole('checkbox', { checked: true })).toHaveCount(0);
    await expect(page.getByText('Brand Image*')).toBeVisible();
    await expect(page.getByText('Please add a Brand Image for this ingredient')).toBeVisible();
    await expect(priceField(page)).toHaveValue('0');
    await expect(priceField(page)).toHaveAttribute('required');
    await expect(priceField(page)).toHaveAccessibleDescription(
      'At $0.00 it is given away and shows as “comp” in reports.',
    );
    for (const absent of ['Ingredient Category', 'Keg Size', 'Pouring Time', 'Threshold %']) {
      await expect(form(page).getByText(absent)).toHaveCount(0);
    }
    await expect(form(page).getByText('Double Price')).toHaveCount(0);
    await expect(addButton(page)).toBeEnabled();

    // Taken positions are red and name the ingredient.
    const numberAt = (number: string) => positions(page).getByText(number, { exact: true });
    await expect(position(page, '2')).toHaveAccessibleDescription('Taken by Beefeater');
    await expect(position(page, '3')).toHaveAccessibleDescription('free');
    await expect(numberAt('2')).toHaveCSS('color', red);
    await expect(numberAt('3')).not.toHaveCSS('color', red);
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(desktop);
  });
  await test.step('the unit drawing and the checkboxes select the same positions', async () => {
    const bar = await freshBar();
    await page.goto('/add-ingredient');
    const drawn = page.getByRole('list', { name: `Places of unit ${bar.unitNumber}` });
    await drawn.getByRole('checkbox', { name: 'Position 10: free' }).check();
    await expect(position(page, '10')).toBeChecked();
    await position(page, '2').check();
    await expect(drawn.getByRole('checkbox', { name: 'Position 2: free' })).toBeChecked();
    await drawn.getByRole('checkbox', { name: 'Position 1: free' }).focus();
    await page.keyboard.press(' ');
    await fillForm(page, 'Rum');
    const sent = watchChanges(page);
    await addButton(page).click();
    await page.waitForURL('**/add-drink*');
    expect(sent.at(-1)?.body).toMatchObject({
      positionInUnit: ['1', '2', '10'],
      category: 'Liquor',
      servingSize: 45,
      ingredientSize: 1000,
    });
  });
  await test.step('soda gun ingredients are mixers in bags with four positions of their own', async () => {
    await freshBar();
    await page.goto('/add-ingredient');
    await position(page, '1').check();
    await page.getByText('Soda Gun', { exact: true }).first().click();
    await expect(page.getByRole('checkbox', { name: 'Base' })).toHaveCount(0);
    await expect(page.getByRole('checkbox', { name: 'Mixer' })).toHaveCount(0);
    await expect(select(page, 'Bottle Size')).toHaveCount(0);
    await expect(select(page, 'Bag Size').getByRole('option')).toHaveText(
      [2, 2.5, 3, 3.5, 4, 4.5, 5].map((gallons) => `${gallons} gallons`),
    );
    const numbers = positions(page).getByRole('checkbox');
    await expect(numbers).toHaveCount(4);
    await expect(numbers.first()).toHaveAccessibleName('101');
    await expect(numbers.last()).toHaveAccessibleName('104');
    await position(page, '104').check();
    await page.getByRole('radio', { name: 'Carousel' }).check();
    await expect(numbers).toHaveCount(16);
    await expect(positions(page).getByRole('checkbox', { checked: true })).toHaveCount(0);
    await page.getByRole('radio', { name: 'Soda Gun' }).check();
    await expect(positions(page).getByRole('checkbox', { checked: true })).toHaveCount(0);

    await fillForm(page, 'Tonic');
    await select(page, 'Bag Size').selectOption('3 gallons');
    await position(page, '103').check();
    const sent = watchChanges(page);
    await addButton(page).click();
    await page.waitForURL('**/add-drink*');
    expect(sent.at(-1)?.body).toMatchObject({
      source: 'soda gun',
      baseOrMixer: ['mixer'],
      ingredientSize: 11_356.23,
      positionInUnit: ['103'],
    });
  });
  await test.step('leaving the ingredient form and going back opens an empty form', async () => {
    await freshBar();
    await page.goto('/add-ingredient');
    await fillForm(page, 'Rum');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await discard(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Menu');
    await page.goBack();
    await expect(nameField(page)).toHaveValue('');
    await expect(page.getByText('Please add a Brand Image for this ingredient')).toBeVisible();
  });
});

test.describe('with a beer unit', () => {
  test.use({ unitCategory: 'BEERTENDER' });

  test('a beer unit has keg sizes, a pouring time and two positions', async ({
    ownerPage: page,
  }) => {
    await page.goto('/add-ingredient');
    await expect(select(page, 'Serving Size').getByRole('option')).toHaveText([
      '12 oz',
      '16 oz',
      '24 oz',
    ]);
    await expect(select(page, 'Serving Size')).toHaveValue('480');
    await expect(select(page, 'Keg Size').getByRole('option')).toHaveText([
      '1 barrel (50 L)',
      '1/2 barrel (58.67 L)',
      '1/4 barrel (29.34 L)',
      '1/6 barrel (19.55 L)',
    ]);
    await expect(select(page, 'Keg Size')).toHaveValue('50000');
    await expect(positions(page).getByRole('checkbox')).toHaveCount(2);
    await expect(page.getByRole('radio')).toHaveCount(0);
    await expect(page.getByRole('checkbox', { name: 'Base' })).toHaveCount(0);
    const time = page.getByRole('spinbutton', { name: 'Pouring Time' });
    await expect(time).toHaveAttribute('placeholder', '17500');
    await expectAccessible(page);

    await fillForm(page, 'Lager');
    const sent = watchChanges(page);
    const wrong = page.getByText('Pouring Time: The min is 5000ms, the max is 30000ms');
    for (const ms of ['4999', '30001']) {
      await time.fill(ms);
      await addButton(page).click();
      await expect(wrong).toBeVisible();
      await expect(time).toBeFocused();
    }
    await time.pressSequentially('abc');
    await time.fill('');
    await time.pressSequentially('abc');
    await expect(time).toHaveValue('');
    expect(sent).toEqual([]);
    await time.fill('30000');
    await expect(wrong).toHaveCount(0);
    await addButton(page).click();
    await page.waitForURL('**/add-drink*');
    expect(sent.at(-1)?.body).toMatchObject({
      category: 'Beer',
      servingSize: 480,
      ingredientSize: 50_000,
      ingredientPouringTime: 30_000,
    });
  });
});

test('flags of the venue and of the unit add fields to the form', async ({
  page,
  bar,
  freshBar,
}) => {
  await test.step('flags add thresholds, the category of mixers and double prices to the form', async () => {
    await bar.switchFlag('unit', 'general--inventory-management');
    await bar.switchFlag('unit', 'general--turboshot');
    await bar.switchFlag('venue', 'general--double-order');
    await page.goto('/add-ingredient');
    const threshold = page.getByRole('textbox', { name: 'Threshold %' });
    await expect(threshold).toHaveValue('20');
    await expect(threshold).toHaveAttribute('required');
    await expect(threshold).toHaveAccessibleDescription(
      'Once this ingredient reaches the following volume level a restock notification will be sent out.',
    );
    for (const [typed, shown] of [
      ['150', '100'],
      ['-5', '0'],
      ['abc', '0'],
      ['', ''],
    ] as const) {
      await threshold.fill(typed);
      await expect(threshold).toHaveValue(shown);
    }
    await fillForm(page, 'Rum');
    await addButton(page).click();
    await expect(threshold).toBeFocused();
    await expect(threshold).toHaveAccessibleDescription(/Enter a percentage from 0 to 100/);
    await threshold.fill('35');

    const category = select(page, 'Ingredient Category');
    await expect(category).toHaveCount(0);
    await page.getByRole('checkbox', { name: 'Mixer' }).check();
    await expect(category).toHaveValue('Liquor');
    await category.selectOption('Wine');
    await expect(select(page, 'Serving Size').getByRole('option')).toHaveCount(18);
    await expect(select(page, 'Serving Size').getByRole('option').first()).toHaveText('0.5 oz');
    await select(page, 'Serving Size').selectOption('9 oz');
    await category.selectOption('Liquor');
    await expect(select(page, 'Serving Size')).toHaveValue('45');
    await expect(select(page, 'Serving Size')).toBeDisabled();
    await category.selectOption('Wine');
    await page.getByRole('checkbox', { name: 'Mixer' }).uncheck();
    await expect(category).toHaveCount(0);

    const double = page.getByRole('textbox', { name: 'Double Price' });
    await expect(double).toHaveAttribute('required');
    await priceField(page).fill('7.5');
    await double.fill('5');
    await expect(double).toHaveAccessibleDescription(
      'Below the base price, so a double counts the base price.',
    );
    await page.getByRole('radio', { name: 'Soda Gun' }).check();
    await expect(double).toHaveCount(0);
    await expect(category).toHaveCount(1);
    await page.getByRole('radio', { name: 'Carousel' }).check();
    const sent = watchChanges(page);
    await double.fill('');
    await addButton(page).click();
    await expect(double).toHaveAccessibleDescription('Cannot be empty');
    expect(sent).toEqual([]);
    await double.fill('12');
    await addButton(page).click();
    await page.waitForURL('**/add-drink*');
    expect(sent.at(-1)?.body).toMatchObject({
      category: 'Liquor',
      servingSize: 45,
      threshold: 35,
      price: 7.5,
      doublePrice: 12,
    });
  });
  await test.step('the double price depends on the flags of the venue, the threshold on those of the unit', async () => {
    const bar = await freshBar();
    await bar.switchFlag('venue', 'general--double-order');
    await bar.switchFlag('unit', 'general--inventory-management');
    const other = await bar.request<{ id: string }>('POST', '/api/users/venues', {
      name: 'The Annex',
    });
    await bar.request('POST', `/api/units/${other.id}`, { category: 'BEERTENDER' });
    await bar.request('POST', `/api/units/${bar.venueId}`, { category: 'ROTENDER_CLASSIC' });
    await page.goto('/add-drink');
    await page.getByRole('combobox', { name: 'Venue' }).selectOption(bar.venueName);
    await page.getByRole('link', { name: 'Add Ingredient' }).first().click();
    await expect(select(page, 'Venue').locator('option:checked')).toHaveText(bar.venueName);
    await nameField(page).fill('Rum');
    await position(page, '3').check();
    await expect(page.getByLabel('Double Price')).toBeVisible();
    await expect(page.getByLabel('Threshold %')).toBeVisible();
    await select(page, 'Unit Number').selectOption({ index: 1 });
    await expect(page.getByLabel('Threshold %')).toHaveCount(0);
    await expect(page.getByLabel('Double Price')).toBeVisible();
    await expect(position(page, '3')).not.toBeChecked();
    await select(page, 'Venue').selectOption('The Annex');
    await expect(select(page, 'Keg Size')).toBeVisible();
    await expect(page.getByLabel('Double Price')).toHaveCount(0);
    // The entered values stay.
    await expect(nameField(page)).toHaveValue('Rum');
  });
});
