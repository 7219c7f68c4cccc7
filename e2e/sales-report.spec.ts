import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { allSales, reportCall, someYears } from './sales.ts';
import { expect, signedInAs, test } from './test.ts';

test.use(signedInAs('owner'));

const columns = [
  'Drink name',
  'Price',
  'Tax',
  'Tips',
  'Quantity',
  'Success Quantity',
  'Status',
  'Double',
  'Payment Reader',
  'Processing Fee',
  'Date',
];

const dollars = (amount: number) =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

test('nothing is asked for until Lookup sales', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (reportCall.test(request.url())) asked.push(request.url());
  });
  await page.goto('/salesreports');
  await expect(page.getByRole('button', { name: 'Lookup sales' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Sales Transactions', 'Most Popular Drinks']);
  await expect(page.getByRole('tab').first()).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('columnheader')).toHaveText(columns);
  await expect(page.getByText('Average Order Time')).toHaveCount(0);

  await page.getByLabel('Period').selectOption('This year');
  await page.getByLabel('Timezone').selectOption('PST');
  await expect(page).toHaveURL('/salesreports');
  expect(asked).toEqual([]);
  await expectNoShift(page);

  await page.getByRole('button', { name: 'Lookup sales' }).click();
  await expect(page).toHaveURL(/timezone=PST/);
  await expect.poll(() => asked.length).toBe(1);
  const query = new URL(asked[0] ?? '').searchParams;
  expect(query.get('pagination[current]')).toBe('1');
  expect(query.get('pagination[size]')).toBe('10');
});

test('a cleared date is asked for at its field and no call is made', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (reportCall.test(request.url())) asked.push(request.url());
  });
  await page.goto('/salesreports');
  await page.getByLabel('Start date').fill('');
  await page.getByRole('button', { name: 'Lookup sales' }).click();
  const start = page.getByLabel('Start date');
  await expect(start).toHaveAccessibleDescription('Choose a start date');
  await page.getByLabel('End date').fill('2024-02-30');
  await page.getByRole('button', { name: 'Lookup sales' }).click();
  await expect(page.getByLabel('End date')).toHaveAccessibleDescription(
    'Use a date such as 2024-03-01',
  );
  await start.fill('2024-07-02');
  await page.getByLabel('End date').fill('7/1/2024');
  await page.getByRole('button', { name: 'Lookup sales' }).click();
  await expect(page.getByText('The first day must not be after the last day')).toBeVisible();
  expect(asked).toEqual([]);
});

test('days are typed or picked, and widened in the chosen zone', async ({ page }) => {
  await page.goto('/salesreports');
  await page.getByLabel('Timezone').selectOption('PST');
  const start = page.getByLabel('Start date');
  await start.fill('2024-07-03');
  await start.blur();
  await expect(start).toHaveValue('Jul 3, 2024');
  await page.getByRole('button', { name: 'Pick the first day' }).click();
  await page.getByRole('button', { name: '1 July 2024', exact: true }).click();
  await expect(start).toHaveValue('Jul 1, 2024');
  await expect(page.getByRole('button', { name: 'Pick the first day' })).toBeFocused();
  await page.getByLabel('End date').fill('Jul 1, 2024');
  const report = page.waitForRequest(reportCall);
  await page.getByRole('button', { name: 'Lookup sales' }).click();
  const query = new URL((await report).url()).searchParams;
  expect(query.get('startDate')).toBe('1719817200000');
  expect(query.get('endDate')).toBe('1719903599999');
});

test('a full address is looked up at once and shows the figures of the API', async ({ page }) => {
  const { report } = await allSales(page);
  await page.goto(someYears());
  const figures = {
    'Total Sales': dollars(report.totalSales),
    'Total Taxes': dollars(report.totalTaxes),
    'Total Tips': dollars(report.totalTips),
    'Total Refunds': dollars(report.totalRefunds),
    'Gross Volume': dollars(report.grossVolume),
    'Average Order Price': dollars(report.averagePrice),
    'Total Servings': report.totalServings.toLocaleString('en-US'),
  };
  const summary = page.getByRole('region', { name: 'Summary' });
  for (const [label, value] of Object.entries(figures)) {
    await expect(summary.getByRole('button', { name: label })).toContainText(value);
  }
  await expect(page.getByText('Page 1', { exact: true })).toBeVisible();
  const drinks = report.sales.slice(0, 10).flatMap(({ drinks }) => drinks);
  await expect(page.getByRole('row')).toHaveCount(drinks.length + 1);
  await expectNoShift(page);
  await expectAccessible(page);
});

test('the two hints are there for the mouse and the keyboard', async ({ page }) => {
  await page.goto(someYears());
  const sales = page.getByRole('button', { name: /^Total Sales/ });
  const gross = page.getByRole('button', { name: /^Gross Volume/ });
  await expect(gross).toContainText('$');
  await sales.hover();
  await expect(page.getByRole('tooltip')).toHaveText(
    'Total Sales = Gross Volume - Total Taxes - Total Tips - Total Refunds',
  );
  await gross.focus();
  const hint = 'Gross Volume = Total Sales + Total Taxes + Total Tips + Total Refunds';
  await expect(page.getByRole('tooltip', { name: hint })).toBeVisible();
  await page.keyboard.press('Enter');
  const making = page.getByRole('dialog', { name: 'How Gross Volume is made' });
  await expect(making).toContainText(hint);
  await expect(making.getByRole('term')).toHaveText([
    'Total Sales',
    '+Total Taxes',
    '+Total Tips',
    '+Total Refunds',
    '=Gross Volume',
  ]);
  await page.keyboard.press('Escape');
  await expect(making).toBeHidden();
  await expect(gross).toBeFocused();
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true });

  test('a tap on a figure shows how it is made', async ({ page }) => {
    await page.goto(someYears());
    const sales = page.getByRole('button', { name: /^Total Sales/ });
    await expect(sales).toContainText('$');
    await sales.tap();
    await expect(page.getByRole('dialog', { name: 'How Total Sales is made' })).toContainText(
      'Total Sales = Gross Volume - Total Taxes - Total Tips - Total Refunds',
    );
    await expectAccessible(page);
  });
});

test('a chosen venue counts from the lookup on', async ({ page }) => {
  await page.goto(someYears());
  const gross = page.getByRole('button', { name: /^Gross Volume/ });
  await expect(gross).toContainText('$');
  const before = (await gross.textContent()) ?? '';
  await page.getByLabel('Venue').selectOption('Harbour Terrace');
  await expect(gross).toHaveText(before);
  await page.getByRole('button', { name: 'Lookup sales' }).click();
  await expect(page).toHaveURL(/venue=/);
  await expect(gross).not.toHaveText(before);
});

test('one unit is looked up by its id and named in the address by its number', async ({ page }) => {
  await page.goto(someYears());
  const unit = page.getByLabel('Unit Number');
  await expect(unit.getByRole('option')).toHaveCount(3);
  await expect(unit.getByRole('option').first()).toHaveText('All');
  const second = (await unit.getByRole('option').nth(1).textContent()) ?? '';
  expect(second).toMatch(/^\d+ \((ROTENDER_CLASSIC|BEERTENDER)\)$/);
  await unit.selectOption(second);
  const report = page.waitForRequest(reportCall);
  await page.getByRole('button', { name: 'Lookup sales' }).click();
  expect(new URL((await report).url()).searchParams.get('unitId')).toBeTruthy();
  await expect(page).toHaveURL(new RegExp(`unit=${Number.parseInt(second, 10)}(&|$)`));
  await page.goBack();
  await expect(unit).toHaveValue('');
});

test('the same sale is three hours earlier in the west', async ({ page }) => {
  const { report } = await allSales(page);
  const soldAt = new Date(report.sales[0]?.date ?? '');
  for (const [label, zone] of [
    ['EST', 'America/New_York'],
    ['PST', 'America/Los_Angeles'],
  ]) {
    await page.goto(someYears(label));
    const shown = soldAt.toLocaleString('en-US', {
      timeZone: zone,
      dateStyle: 'medium',
      timeStyle: 'short',
    });
    const date = page.getByRole('row').nth(1).getByRole('time');
    await expect(date).toContainText(shown.replaceAll('\u202F', ' '));
    await expect(date).toHaveText(/[EP][SD]T$/);
  }
});

test('refunded, free and paid drinks are told apart', async ({ page }) => {
  const { report } = await allSales(page);
  const pageOf = (status: string, isIt: (drink: { status: string; price: number }) => boolean) => {
    const index = report.sales.findIndex(({ drinks }) => drinks.some(isIt));
    expect(index, `a sale that is ${status} in the demo`).toBeGreaterThanOrEqual(0);
    return Math.floor(index / 10) + 1;
  };
  const refunded = pageOf('refunded', ({ status }) => status === 'refunded');
  await page.goto(`${someYears()}&page=${refunded}`);
  await expect(page.getByRole('cell', { name: 'Refunded', exact: true }).first()).toBeVisible();
  const free = pageOf('free', ({ status, price }) => status === 'paid' && price === 0);
  await page.goto(`${someYears()}&page=${free}`);
  await expect(page.getByRole('cell', { name: 'comp', exact: true }).first()).toBeVisible();
  await expect(page.getByRole('cell', { name: 'paid', exact: true }).first()).toBeVisible();
  await expectAccessible(page);
});

test('on a phone nothing is lost: what has no column stands in the row', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(someYears());
  const row = page.getByRole('row').nth(1);
  await expect(row.getByRole('time')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText(['Drink name', 'Price', 'Status']);
  await expectNoShift(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test.describe('a super admin', () => {
  test('sees how long orders take, also when acting for an owner', async ({ browser }) => {
    const context = await browser.newContext(signedInAs('admin'));
    const page = await context.newPage();
    await page.goto('/owners?page=2');
    await page.getByRole('link', { name: 'Rooftop Bar' }).click();
    await expect(page.getByRole('banner')).toContainText('Rooftop');
    await page.goto(someYears());
    await expect(page.getByRole('columnheader')).toHaveText(
      columns.toSpliced(6, 0, 'Total Order Time'),
    );
    await expect(page.getByRole('button', { name: 'Average Order Time' })).toContainText(/\d s/);
    await expect(page.getByRole('cell', { name: /^(\d+ min )?\d+ s$/ }).first()).toBeVisible();
    await expectAccessible(page);
    await context.close();
  });
});
