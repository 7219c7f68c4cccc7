/**
 * Every screen of the route table with a translator: whatever is pressed or chosen, it says what React has rendered.
 */
import type { Locator, Page } from '@playwright/test';
import type { ApiClient } from './api-client.ts';
import { streaming } from './network.ts';
import { demoPlace, pathsFor } from './routes.ts';
import { expect, test } from './test.ts';
import { staleTexts, translatePage } from './translator.ts';

/** A screen is refreshed at most every few seconds. */
const soon = { timeout: 15_000 };

interface Shown {
  readonly page: Page;
  /** Requests without a response. */
  readonly open: Set<object>;
}

const floats = 'dialog[open], [role="dialog"], [role="alertdialog"], [role="menu"]';

/** What is pressed is in the screen or in what it has opened. */
const controls =
  ':is(main, dialog[open], [role="dialog"], [role="menu"]) :is(button, summary, select, input:not([type="file"]), textarea)';

/** The place of a control in the last list: more may appear above it once it is scrolled to. */
const place = 'data-control';

/** In the page: all controls that are shown, with a name that is the same for those of a list. */
const listControls = `[...document.querySelectorAll(${JSON.stringify(controls)})].map((control, index) => {
  control.setAttribute('${place}', index);
  const name = control.ariaLabel ?? control.textContent.trim();
  const isShown = control.checkVisibility() && !control.disabled;
  const like = control.closest('tr, li, article') ? name.replace(/ (of|for) .*/, '').replace(/[A-Z]\\S+( [A-Z]\\S+)*$/, '') : name;
  const options = [...(control.options ?? [])];
  return {
    name,
    kind: isShown ? control.localName + ' ' + like.replace(/[\\d$.,:]+/g, '#') : '',
    option: options.findLastIndex((option) => !option.disabled && !option.selected),
    isInPopUp: control.closest(${JSON.stringify(floats)}) !== null,
    takesText: control.matches('input:not([type="checkbox"], [type="radio"]), textarea') && !control.readOnly,
  };
})`;

interface Control {
  readonly name: string;
  /** The same for controls of which one is enough; empty for one that is not shown. */
  readonly kind: string;
  /** Of a select, the one to choose; -1 without any. */
  readonly option: number;
  readonly takesText: boolean;
  /** In what another control has opened. */
  readonly isInPopUp: boolean;
}

/** These leave the page, or ask the browser. */
const isLeft = ({ name, kind }: Control): boolean =>
  kind === '' || /log ?out|sign out|print|passkey|download|csv|png/i.test(name);

/** In the page: false while what a pressed button opens is not there yet, or is the skeleton of a dialog. */
const isOpened = `document.querySelector('dialog[open] [aria-busy="true"]') === null &&
  (document.querySelector('[aria-haspopup][aria-expanded="true"]') === null ||
  [...document.querySelectorAll(${JSON.stringify(floats)})].some((float) => float.checkVisibility()))`;

async function settle({ page, open }: Shown): Promise<void> {
  await expect.poll(() => open.size, { intervals: [10, 20, 50] }).toBe(0);
  await expect.poll(() => page.evaluate(isOpened), { intervals: [10, 20, 50] }).toBe(true);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
}

/** The reads of the page pass, and nothing is changed. */
async function watch(page: Page): Promise<Shown> {
  const open = new Set<object>();
  page.on('request', (request) => {
    // What a press opens may be loaded by it.
    const isStream = request.headers()['accept'] === 'text/event-stream';
    if (/\/(api|assets)\//.test(request.url()) && !isStream) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  await page.route('**/api/**', async (route) => {
    if (route.request().method() === 'GET') await route.continue();
    else await route.fulfill({ status: 503, json: { error: { message: 'This is not changed' } } });
  });
  page.setDefaultTimeout(10_000);
  // Typed text is discarded.
  page.on('dialog', (dialog) => void dialog.accept());
  return { page, open };
}

async function expectRendered(shown: Shown, when: string): Promise<void> {
  await settle(shown);
  await expect
    .poll(() => shown.page.evaluate<string[]>(staleTexts), {
      message: when,
      intervals: [20, 50, 100, 200],
    })
    .toEqual([]);
}

async function open({ page }: Shown, address: string): Promise<void> {
  // Another document also when only the part behind # differs.
  await page.goto('/api/version/');
  await page.goto(address);
  await expect(page.locator('main h1').first()).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]:visible')).toHaveCount(0);
}

/** What is typed into a field by its type. */
const typed: Record<string, string> = {
  number: '2',
  date: '2026-02-03',
  time: '22:15',
  email: 'lee@example.com',
  'datetime-local': '2026-02-03T22:15',
};

/** The control listed at an index, or what has replaced it: the code of some fields is loaded late. */
async function listed(page: Page, index: number): Promise<Locator> {
  const marked = page.locator(`${controls}[${place}="${index}"]`);
  return (await marked.count()) > 0 ? marked : page.locator(controls).nth(index);
}

async function use(page: Page, index: number, { option, takesText }: Control): Promise<void> {
  // The control may be replaced between being found and getting the focus.
  await expect(async () => (await listed(page, index)).focus({ timeout: 1_000 })).toPass(soon);
  const control = await listed(page, index);
  if (takesText) {
    const type = await control.getAttribute('type');
    await control.fill(typed[type ?? 'text'] ?? 'Gin');
    await control.press('Enter');
  } else if (option >= 0) await control.selectOption({ index: option });
  else await control.dispatchEvent('click');
}

/** Closes what is open, without what was typed. */
async function close({ page }: Shown): Promise<void> {
  for (let level = 0; level < 4; level += 1) {
    if ((await page.locator(floats).filter({ visible: true }).count()) === 0) return;
    const discard = page.getByRole('button', { name: 'Discard', exact: true });
    if ((await discard.count()) > 0) await discard.click();
    else if (level % 2 === 0) await page.keyboard.press('Escape');
    // The focus may be outside of it by now.
    else await page.mouse.click(2, 2);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  }
}

/** Uses each kind of control of the screen once, and those of what they open. */
async function useScreen(shown: Shown, path: string, address: string): Promise<void> {
  const { page } = shown;
  await open(shown, address);
  await expectRendered(shown, path);
  const used = new Set<string>();
  const steps: string[] = [];
  for (let count = 0; count < 60; count += 1) {
    const all = await page.evaluate<Control[]>(listControls);
    const isOpen = (await page.locator(floats).filter({ visible: true }).count()) > 0;
    const index = all.findIndex(
      (one) => !isLeft(one) && !used.has(one.kind) && one.isInPopUp === isOpen,
    );
    const next = all[index];
    if (!next) {
      if (!isOpen) return;
      await close(shown);
      await expectRendered(shown, `${path}: ${steps.join(', ')}, closed`);
      if ((await page.locator(floats).filter({ visible: true }).count()) > 0) return;
      continue;
    }
    used.add(next.kind);
    steps.push(next.name);
    await use(page, index, next);
    await expectRendered(shown, `${path}: ${steps.join(', ')}`);
    const here = new URL(page.url()).pathname;
    if (here !== new URL(address, page.url()).pathname) await open(shown, address);
  }
}

async function useScreens(
  page: Page,
  demoOwner: ApiClient,
  paths: readonly string[],
): Promise<void> {
  const { addressOf } = await demoPlace(demoOwner);
  const shown = await watch(page);
  await translatePage(page);
  for (const path of paths) {
    await test.step(path, () => useScreen(shown, path, addressOf(path)));
  }
}

test.describe('as the demo owner', { tag: '@system' }, () => {
  test.use({ account: 'owner' });

  const ofOwner = pathsFor(['ownerContext']);
  for (let first = 0; first < ofOwner.length; first += 4) {
    const paths = ofOwner.slice(first, first + 4);
    test(`${paths.join(', ')} say what is rendered with a translator`, async ({
      page,
      demoOwner,
    }) => {
      test.slow();
      await useScreens(page, demoOwner, paths);
    });
  }

  test('screens of every account say what is rendered with a translator', async ({
    page,
    demoOwner,
  }) => {
    test.slow();
    await useScreens(page, demoOwner, pathsFor(['signedIn', 'public']));
  });
});

test.describe('as the super admin', { tag: '@system' }, () => {
  test.use({ account: 'admin' });

  test('screens of a super admin say what is rendered with a translator', async ({
    page,
    demoOwner,
  }) => {
    test.slow();
    await useScreens(page, demoOwner, pathsFor(['superAdmin']));
  });
});

test('figures go on changing with a translator while sales arrive', async ({ page, bar }) => {
  test.slow();
  const gin = await bar.addIngredient({ name: 'Gin', price: 5, positionInUnit: ['1'] });
  const walls = `/api/venues/${bar.venueId}/walls`;
  const { link } = await bar.request<{ link: string }>('POST', walls, {
    label: 'Bar left',
    hideMoney: false,
  });
  await translatePage(page);
  let dollars = 0;
  for (const path of ['/night', '/dashboard', link]) {
    const begins = streaming(page);
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.locator('font').first()).toBeVisible();
    await begins;
    for (let nth = 0; nth < 3; nth += 1) {
      await bar.sell({ drinks: [{ ingredients: [gin], quantity: 1 }] });
      dollars += 5;
      await expect(main).toContainText(`$${dollars}.00`, soon);
    }
  }
  const pours = [{ ingredientId: gin, position: '1', ml: 9, ms: 800, outcome: 'blocked' }];
  const begins = streaming(page);
  await page.goto('/failures');
  await begins;
  for (const owed of ['$5.00', '$10.00', '$15.00']) {
    await bar.sell({ drinks: [{ ingredients: [gin], quantity: 1, successQuantity: 0, pours }] });
    await expect(page.getByRole('main')).toContainText(owed, soon);
  }
});
