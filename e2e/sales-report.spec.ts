import { actFor } from './bar.ts';
import { desktop, expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { demoDaysPath, reportRequest } from './sales.ts';
import { expect, test } from './test.ts';

test.use({ account: 'owner' });

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

test('a report is looked up by period, days, unit and venue', async ({ page, demoSales }) => {
  test.slow();
  await test.step('the sales report opens with the last seven days, and changes with Lookup sales only', async () => {
    const requests: string[] = [];
    page.on('request', (request) => {
      if (reportRequest.test(request.url())) requests.push(request.url());
    });
    await page.goto('/salesreports');
    await expect(page.getByRole('tab')).toHaveText(['Sales Transactions', 'Most Popular Drinks']);
    await expect(page.getByRole('tab').first()).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('columnheader')).toHaveText(columns);
    await expect(page.getByText('Average Order Time')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Gross Volume/ })).toContainText('$');
    await expect(page.getByLabel('Period')).toHaveValue('Last 7 days');
    await expect(page).toHaveURL(/\?from=[\d-]+&to=[\d-]+&venue=[^&]+&timezone=EST&days=business$/);
    expect(new URL(page.url()).searchParams.get('venue')).toBe(demoSales.venueId);
    expect(requests).toHaveLength(1);
    const query = new URL(requests[0] ?? '').searchParams;
    expect(query.get('pagination[current]')).toBe('1');
    expect(query.get('pagination[size]')).toBe('10');
    await expectNoShift(page);

    const address = page.url();
    const stale = page.getByText(/^Showing .+ – .+\. Press Lookup sales to update\.$/);
    await expect(stale).toHaveCount(0);
    await page.getByLabel('Period').selectOption('This year');
    await page.getByLabel('Days').selectOption('Calendar days');
    await page.getByLabel('Timezone').selectOption('PST');
    await expect(stale).toBeVisible();
    await expect(page).toHaveURL(address);
    expect(requests).toHaveLength(1);

    await page.getByRole('button', { name: 'Lookup sales' }).click();
    await expect(page).toHaveURL(/timezone=PST/);
    await expect.poll(() => requests.length).toBe(2);
    await expect(stale).toHaveCount(0);
    await expect(page.getByRole('main').locator('p').first()).toContainText(' · All units · PST');
  });
  await test.step('an invalid range of days shows an error at its field and sends no request', async () => {
    const requests: string[] = [];
    page.on('request', (request) => {
      if (reportRequest.test(request.url())) requests.push(request.url());
    });
    await page.goto('/salesreports');
    await expect(page.getByRole('button', { name: /^Gross Volume/ })).toContainText('$');
    requests.length = 0;
    await page.getByLabel('Start date').fill('');
    await page.getByRole('button', { name: 'Lookup sales' }).click();
    const start = page.getByLabel('Start date');
    await expect(start).toHaveAccessibleDescription('Choose a start date');
    await page.getByLabel('End date').fill('2024-02-30');
    await page.getByRole('button', { name: 'Lookup sales' }).click();
    await expect(page.getByLabel('End date')).toHaveAccessibleDescription(
      'Use a date such as 11/1/2026',
    );
    await start.fill('2024-07-02');
    await page.getByLabel('End date').fill('7/1/2024');
    await page.getByRole('button', { name: 'Lookup sales' }).click();
    await expect(page.getByText('The first day must not be after the last day')).toBeVisible();
    expect(requests).toEqual([]);
  });
  await test.step('days are typed or picked, and the request covers them in the chosen time zone', async () => {
    await page.goto('/salesreports');
    await expect(page).toHaveURL(/timezone=EST/);
    await page.getByLabel('Days').selectOption('Calendar days');
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
    const report = page.waitForRequest(reportRequest);
    await page.getByRole('button', { name: 'Lookup sales' }).click();
    const query = new URL((await report).url()).searchParams;
    expect(query.get('startDate')).toBe('1719817200000');
    expect(query.get('endDate')).toBe('1719903599999');
  });
  await test.step('a lookup of one unit sends its id and shows its number in the address', async () => {
    await page.goto(demoDaysPath());
    const unit = page.getByLabel('Unit Number');
    await expect(unit.getByRole('option')).toHaveCount(3);
    await expect(unit.getByRole('option').first()).toHaveText('All');
    const second = (await unit.getByRole('option').nth(1).textContent()) ?? '';
    expect(second).toMatch(/^\d+ \((ROTENDER_CLASSIC|BEERTENDER)\)$/);
    await unit.selectOption(second);
    const report = page.waitForRequest(reportRequest);
    await page.getByRole('button', { name: 'Lookup sales' }).click();
    expect(new URL((await report).url()).searchParams.get('unitId')).toBeTruthy();
    await expect(page).toHaveURL(new RegExp(`unit=${Number.parseInt(second, 10)}(&|$)`));
    await page.goBack();
    await expect(unit).toHaveValue('');
  });
  await test.step('a chosen venue applies from the next lookup on, and an address shows the same later', async () => {
    await page.goto(demoDaysPath('EST', '2024-01-01'));
    const gross = page.getByRole('button', { name: /^Gross Volume/ });
    const context = page.getByRole('main').locator('p').first();
    await expect(gross).toContainText('$');
    await expect(context).toContainText('Rooftop Bar · Jan 1, 2024 – ');
    const before = (await gross.textContent()) ?? '';
    const address = page.url();
    await page.getByLabel('Venue').selectOption('Harbour Terrace');
    await expect(gross).toHaveText(before);
    await expect(context).toContainText('Rooftop Bar');
    await expect(page.getByText('Press Lookup sales to update.')).toBeVisible();
    await page.getByRole('button', { name: 'Lookup sales' }).click();
    await expect(context).toContainText('Harbour Terrace · Jan 1, 2024 – ');
    await expect(gross).not.toHaveText(before);
    // Another venue is active now; the address of the first lookup names its own.
    await page.goto(address);
    await expect(context).toContainText('Rooftop Bar');
    await expect(gross).toHaveText(before);
  });
  await test.step('a venue or unit that the account does not have is corrected in the address of a report', async () => {
    await page.goto(`${demoDaysPath()}&venue=01890000-0000-7000-8000-000000000000&unit=999999`);
    await expect(page.getByRole('button', { name: /^Gross Volume/ })).toContainText('$');
    await expect(page).toHaveURL(
      new RegExp(`venue=${demoSales.venueId}&timezone=EST&days=calendar$`),
    );
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test('an address shows the figures, their formulas and the dates of sales', async ({
  page,
  demoSales,
}) => {
  test.slow();
  await test.step('a complete address requests the report at once and shows the figures of the API', async () => {
    const { report } = demoSales;
    await page.goto(demoDaysPath());
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
  await test.step('the formulas of the figures show by mouse and by keyboard', async () => {
    await page.goto(demoDaysPath());
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
    const formula = page.getByRole('dialog', { name: 'How Gross Volume is made' });
    await expect(formula).toContainText(hint);
    await expect(formula.getByText('How Gross Volume is made')).toBeFocused();
    await expect(formula.getByRole('term')).toHaveText([
      'Total Sales',
      '+Total Taxes',
      '+Total Tips',
      '+Total Refunds',
      '=Gross Volume',
    ]);
    await page.keyboard.press('Escape');
    await expect(formula).toBeHidden();
    await expect(gross).toBeFocused();
  });
  await test.step('the sales report shows fees and net volume, and jumps to the newest sales', async () => {
    const { report } = demoSales;
    await page.goto(demoDaysPath());
    const net = page.getByRole('button', { name: /^Net Volume/ });
    await expect(net).toContainText(dollars(report.netVolume ?? Number.NaN));
    const fees = report.grossVolume - report.totalRefunds - (report.netVolume ?? Number.NaN);
    await expect(page.getByRole('button', { name: /^Processing Fees/ })).toContainText(
      dollars(fees),
    );
    await page.getByRole('button', { name: 'Jump to newest' }).click();
    const last = Math.ceil(report.pagination.total / 10);
    await expect(page.getByText(`Page ${last}`, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Jump to newest' })).toHaveCount(0);
  });
  await test.step('the dates of sales follow the chosen time zone', async () => {
    const { report } = demoSales;
    // The newest one: the first days begin with other sales.
    const soldAt = new Date(report.sales.at(-1)?.date ?? '');
    for (const [label, zone] of [
      ['EST', 'America/New_York'],
      ['PST', 'America/Los_Angeles'],
    ]) {
      await page.goto(`${demoDaysPath(label)}&sort=newest`);
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
  await test.step('a phone shows each sale of the report in two lines', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(demoDaysPath());
    const row = page.getByRole('row').nth(1);
    await expect(row.getByRole('time')).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText(['Sale']);
    await expectNoShift(page);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});

test.describe('with a bar that has sold', () => {
  test.use({ account: null });

  test('the sales report distinguishes refunded, free and paid drinks', async ({ page, bar }) => {
    const rum = await bar.addIngredient({ name: 'Rum', price: 7, positionInUnit: ['1'] });
    const gin = await bar.addIngredient({ name: 'Gin', price: 6, positionInUnit: ['2'] });
    const water = await bar.addIngredient({ name: 'Water', price: 0, positionInUnit: ['3'] });
    const { id } = await bar.sell({
      drinks: [{ ingredients: [rum] }, { ingredients: [gin] }, { ingredients: [water] }],
    });
    await bar.getJson(`/api/orders/${id}/refund?drinkIndexes=0`);
    await page.goto(demoDaysPath());
    const cell = (drink: string, status: RegExp) =>
      page.getByRole('row').filter({ hasText: drink }).getByRole('cell', { name: status });
    await expect(cell('Rum', /^Refunded( |$)/)).toBeVisible();
    await expect(cell('Gin', /^paid( |$)/)).toBeVisible();
    await expect(cell('Water', /^comp( |$)/)).toBeVisible();
    await expectAccessible(page);
  });

  test.describe('as the super admin', () => {
    test.use({ account: 'admin' });

    test('the sales report shows order times to a super admin who acts for an owner', async ({
      page,
      bar,
    }) => {
      const rum = await bar.addIngredient({ name: 'Rum', price: 7, positionInUnit: ['1'] });
      await bar.sell({ drinks: [{ ingredients: [rum] }], duration: 65_000 });
      await bar.sell({ drinks: [{ ingredients: [rum] }], duration: 25_000 });
      await actFor(page, bar);
      await page.goto(demoDaysPath());
      await expect(page.getByRole('banner')).toContainText(bar.ownerName);
      await expect(page.getByRole('columnheader')).toHaveText(
        columns.toSpliced(6, 0, 'Total Order Time'),
      );
      await expect(page.getByRole('button', { name: 'Average Order Time' })).toContainText('45 s');
      await expect(page.getByRole('cell', { name: '1 min 5 s', exact: true })).toBeVisible();
      await expect(page.getByRole('cell', { name: '25 s', exact: true })).toBeVisible();
      await expectAccessible(page);
    });
  });
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true });

  test('a tap on a figure shows its formula', async ({ page }) => {
    await page.goto(demoDaysPath());
    const sales = page.getByRole('button', { name: /^Total Sales/ });
    await expect(sales).toContainText('$');
    await sales.tap();
    await expect(page.getByRole('dialog', { name: 'How Total Sales are made' })).toContainText(
      'Total Sales = Gross Volume - Total Taxes - Total Tips - Total Refunds',
    );
    await expectAccessible(page);
  });
});

test.describe('of another owner', () => {
  test.use({ account: null });

  test('figures of a million dollars fit a phone', async ({ page, bar }) => {
    const gold = await bar.addIngredient({ name: 'Gold', price: 100_000, positionInUnit: ['1'] });
    for (const quantity of [4, 4, 4])
      await bar.sell({ drinks: [{ ingredients: [gold], quantity, successQuantity: quantity }] });
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/salesreports');
      const gross = page.getByRole('button', { name: /^Gross Volume/ });
      await expect(gross).toContainText('$1,200,000.00');
      const [text, card] = await page.evaluate<number[]>(`(() => {
        const range = document.createRange();
        const figure = [...document.querySelectorAll('[data-main=true] > span')].at(-1);
        range.selectNodeContents(figure);
        return [range, figure.closest('section')].map((of) => of.getBoundingClientRect().right);
      })()`);
      expect(text).toBeLessThan(card ?? 0);
    }
  });
});

test('the reports screen leads to three reports', async ({ page }) => {
  test.slow();
  await test.step('the reports screen lists three reports, is accessible and fits a phone', async () => {
    await page.goto('/reports');
    await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Reports' }).getByRole('link')).toHaveText([
      'Monthly Sales',
      'Daily Sales',
      'Popular Ingredients',
    ]);
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(desktop);
  });
  await test.step('Monthly Sales requests the report of this month', async () => {
    await page.goto('/reports');
    const report = page.waitForRequest(reportRequest);
    await page.getByRole('link', { name: 'Monthly Sales' }).click();
    const query = new URL((await report).url()).searchParams;
    const timeZone = 'America/New_York';
    const first = new Date(Number(query.get('startDate')));
    expect(first.toLocaleDateString('en-US', { timeZone, day: 'numeric' })).toBe('1');
    expect(Math.abs(Number(query.get('endDate')) - Date.now())).toBeLessThan(90_000_000);
    // On the 1st, the 7th and the 30th too, when another one has the same days.
    await expect(page.getByLabel('Period')).toHaveValue('This month');
  });
  await test.step('Daily Sales requests the report of today', async () => {
    await page.goto('/reports');
    const report = page.waitForRequest(reportRequest);
    await page.getByRole('link', { name: 'Daily Sales' }).click();
    const query = new URL((await report).url()).searchParams;
    expect(Number(query.get('endDate')) - Number(query.get('startDate'))).toBeLessThan(90_000_000);
  });
  await test.step('Popular Ingredients opens the Most Popular Drinks tab', async () => {
    await page.goto('/reports');
    await page.getByRole('link', { name: 'Popular Ingredients' }).click();
    await expect(page.getByRole('tab', { name: 'Most Popular Drinks' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expectAccessible(page);
  });
});
