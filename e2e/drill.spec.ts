import type { Page } from '@playwright/test';
import type { EndpointResponse } from '../contract/endpoints.ts';
import { formatCents, toCents } from '../lib/money.ts';
import { amountOfPart, isLedgerPart } from '../rules/cases/ledger-parts.ts';
import { type DrinkMark, isDrinkShown } from '../rules/reports/sale-filter.ts';
import { type ApiClient } from './api-client.ts';
import { reportRequest } from './sales.ts';
import { expect, test } from './test.ts';

type Report = EndpointResponse<'getSalesReport'>;
type Drink = Report['sales'][number]['drinks'][number];

interface Sums {
  orders: number;
  servings: number;
  grossCents: number;
  refundCents: number;
  soldCents: number;
}

const refundedOf = (drink: Drink) =>
  drink.status === 'refunded'
    ? { glasses: drink.quantity, cents: toCents(drink.tax) + toCents(drink.tips) }
    : {
        glasses: drink.refundedQuantity ?? 0,
        cents: toCents(drink.refundedTax ?? 0) + toCents(drink.refundedTips ?? 0),
      };

/** Adds up all rows that a report lists, page by page, whatever the sums say. */
async function addRows(owner: ApiClient, request: URL): Promise<Sums> {
  const query = new URLSearchParams(
    [...request.searchParams].filter(([name]) => !name.startsWith('pagination')),
  );
  query.set('pagination[size]', '10000');
  query.set('sort', 'oldest');
  const show = marks.find((mark) => mark === query.get('show'));
  const filter = {
    show,
    drink: query.get('drink') ?? undefined,
    currentDrink: query.get('currentDrink') ?? undefined,
  };
  const sums = { orders: 0, servings: 0, grossCents: 0, refundCents: 0, soldCents: 0 };
  for (;;) {
    const page = await owner.getJson<Report>(`/api/orders/sales/report?${query.toString()}`);
    for (const { drinks } of page.sales) {
      sums.orders += 1;
      for (const drink of drinks.filter((one) => isDrinkShown(filter, one))) {
        const { glasses, cents } = refundedOf(drink);
        const price = toCents(drink.price);
        sums.grossCents += price * drink.quantity + toCents(drink.tax) + toCents(drink.tips);
        sums.refundCents += price * glasses + cents;
        sums.soldCents += price * (drink.quantity - glasses);
        if (drink.successQuantity > 0) sums.servings += drink.isDouble ? 2 : 1;
      }
    }
    if (!page.searchedUntil) return sums;
    query.set('laterThan', page.searchedUntil.sale);
  }
}

const marks: readonly DrinkMark[] = ['failed', 'comp', 'refunded'];

/** Opens the sales of a figure, adds them up, and returns what they and the footer say. */
async function openRows(page: Page, owner: ApiClient, href: string) {
  const requested = page.waitForRequest(reportRequest);
  await page.goto(href);
  const url = new URL((await requested).url());
  await expect(page.getByRole('table', { name: 'Sales Transactions' })).toHaveAttribute(
    'aria-busy',
    'false',
  );
  return { url, sums: await addRows(owner, url) };
}

const main = (page: Page) => page.getByRole('main');

/** Amounts and counts on a screen that are links to sales. */
async function figureLinks(page: Page): Promise<{ text: string; href: string }[]> {
  const links = await main(page)
    .locator('a[href*="/salesreports"]')
    .evaluateAll((found) =>
      found.map((link) => ({
        text: link.textContent?.trim() ?? '',
        href: link.getAttribute('href') ?? '',
      })),
    );
  return links.filter(({ text }) => /^\$?[\d,]+(\.\d\d)?$/.test(text));
}

async function expectRows(
  page: Page,
  owner: ApiClient,
  { text, href }: { text: string; href: string },
) {
  await test.step(`${text} of ${href}`, async () => {
    const { url, sums } = await openRows(page, owner, href);
    const isAmount = text.startsWith('$');
    const shown = Number(text.replaceAll(/[$,]/g, ''));
    if (!isAmount) {
      expect([sums.orders, sums.servings]).toContain(shown);
      return;
    }
    const cents =
      url.searchParams.has('drink') || url.searchParams.has('currentDrink')
        ? sums.soldCents
        : url.searchParams.has('show')
          ? sums.refundCents
          : sums.grossCents;
    expect(cents).toBe(toCents(shown));
    if (cents > 0) await expect(main(page).getByText(`Sum: ${formatCents(cents)}`)).toBeVisible();
  });
}

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  for (const [path, least] of [
    ['/dashboard', 4],
    ['/reports', 10],
    ['/reports?measure=refunds', 10],
    ['/owner', 2],
  ] as const) {
    test(`PROOF-01: every figure on ${path} opens rows that add up to it`, async ({
      page,
      demoOwner,
    }) => {
      test.setTimeout(180_000);
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      // The network is idle too before the screen asks for its figures.
      const count = async () => (await figureLinks(page)).length;
      await expect.poll(count).toBeGreaterThanOrEqual(least);
      await expect(main(page).locator('[aria-busy=true]')).toHaveCount(0);
      for (const link of await figureLinks(page)) await expectRows(page, demoOwner, link);
    });
  }

  test('PROOF-01: points of the series and cells of the heat map open rows that add up to them', async ({
    page,
    demoOwner,
  }) => {
    test.setTimeout(180_000);
    await page.goto('/reports');
    const chart = page.getByRole('slider', { name: 'Gross volume, 7 days' });
    await chart.focus();
    const points: { text: string; href: string }[] = [];
    await page.keyboard.press('Home');
    for (let nth = 0; nth < 7; nth += 1) {
      const said = (await chart.getAttribute('aria-valuetext')) ?? '';
      const href = await page.getByRole('link', { name: /^Sales report of/ }).getAttribute('href');
      points.push({ text: /\$[\d,]+\.\d\d/.exec(said)?.[0] ?? '', href: href ?? '' });
      await page.keyboard.press('ArrowRight');
    }
    const map = page.getByRole('slider', { name: /of an average hour/ });
    await map.focus();
    const cells: { cents: number; hours: number; href: string }[] = [];
    for (let nth = 0; nth < 24; nth += 1) {
      const said = (await map.getAttribute('aria-valuetext')) ?? '';
      const average = /\$([\d,]+\.\d\d)/.exec(said)?.[1]?.replaceAll(',', '');
      const hours = /average of ([\d.]+) hours?/.exec(said)?.[1];
      const link = page.getByRole('link', { name: /^Sales of these hours/ });
      const href = (await link.getAttribute('href')) ?? '';
      const isSold = average !== undefined && Number(average) > 0 && hours !== undefined;
      if (isSold) cells.push({ cents: toCents(Number(average)), hours: Number(hours), href });
      await page.keyboard.press('ArrowLeft');
    }
    expect(cells.length).toBeGreaterThan(0);
    for (const point of points) await expectRows(page, demoOwner, point);
    for (const { cents, hours, href } of cells.slice(0, 4)) {
      const { sums } = await openRows(page, demoOwner, href);
      // The average is rounded to a cent.
      expect(Math.abs(sums.grossCents - cents * hours)).toBeLessThanOrEqual(hours / 2);
      const sum = formatCents(sums.grossCents);
      await expect(main(page).getByText(new RegExp(`Sum: .*, \\${sum}$`))).toBeVisible();
    }
  });

  test('PROOF-01: bars of the drinks open the sales of the drink', async ({ page, demoOwner }) => {
    await page.goto('/salesreports?tab=drinks');
    const chart = page.getByRole('slider', { name: 'Most Popular Drinks' });
    await chart.focus();
    await page.keyboard.press('Home');
    const href = await page.getByRole('link', { name: /^Sales of/ }).getAttribute('href');
    const { url, sums } = await openRows(page, demoOwner, href ?? '');
    expect(url.searchParams.get('drink')).not.toBeNull();
    await expect(main(page).getByText(`Sum: ${formatCents(sums.soldCents)}`)).toBeVisible();
  });

  test('PROOF-01: every figure of the failed pours opens cases that add up to it', async ({
    page,
    demoOwner,
  }) => {
    for (const [path, least] of [
      ['/failures', 3],
      ['/failures?from=2026-01-01', 5],
    ] as const) {
      await page.goto(path);
      const links = main(page).locator('dd a[href*="part="]');
      await expect(links).toHaveCount(least);
      const figures = await links.evaluateAll((found) =>
        found.map((link) => ({ text: link.textContent, href: link.getAttribute('href') ?? '' })),
      );
      for (const { text, href } of figures) {
        const requested = page.waitForRequest(/\/cases\?.*part=/);
        await page.goto(href);
        const query = new URL((await requested).url());
        query.searchParams.set('pagination[size]', '100');
        let cents = 0;
        for (;;) {
          const { cases } = await demoOwner.getJson<Cases>(query.pathname + query.search);
          for (const one of cases) cents += toCents(amountOfPart(partOf(query), one) ?? 0);
          if (cases.length < 100) break;
          query.searchParams.set('before', cases.at(-1)?.id ?? '');
        }
        expect(formatCents(cents)).toBe(text);
        if (cents > 0) await expect(main(page).getByText(/^Sum: /)).toContainText(text);
      }
    }
  });

  test('a cell of the heat map lists its nights, which add up to it and open their sales', async ({
    page,
    demoOwner,
  }) => {
    await page.goto('/reports');
    const map = page.getByRole('slider', { name: /of an average hour/ });
    await map.focus();
    // Friday, 9 PM.
    for (let nth = 0; nth < 54; nth += 1) await page.keyboard.press('ArrowLeft');
    const said = (await map.getAttribute('aria-valuetext')) ?? '';
    await page.keyboard.press('Enter');
    const panel = page.getByRole('region', { name: /^Nights of / });
    await expect(panel).toBeFocused();
    const nights = await panel.getByRole('listitem').evaluateAll((found) =>
      found.map((item) => ({
        text: item.lastElementChild?.textContent ?? '',
        href: item.querySelector('a')?.getAttribute('href') ?? '',
      })),
    );
    const total = nights.reduce((sum, { text }) => sum + centsOf(text), 0);
    expect(total).toBeGreaterThan(0);
    await expect(panel.locator('header')).toContainText(formatCents(total));
    expect(said).toContain(`${nights.length} hours`);
    const [latest] = nights.filter(({ text }) => text !== '$0.00');
    const { sums } = await openRows(page, demoOwner, latest?.href ?? '');
    expect(sums.grossCents).toBe(centsOf(latest?.text ?? ''));
  });
});

type Cases = EndpointResponse<'listCases'>;

const centsOf = (text: string) => toCents(Number(text.replaceAll(/[$,]/g, '')));

const partOf = (query: URL) => {
  const part = query.searchParams.get('part') ?? undefined;
  if (!isLedgerPart(part)) throw new Error(`Not a part of the ledger: ${part}`);
  return part;
};
