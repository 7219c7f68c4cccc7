/** Every screen of the route table while the API is slow, fails or is away: none says that something is empty. */
import type { Page, Route } from '@playwright/test';
import { accounts, type ApiClient } from './api-client.ts';
import { actFor } from './bar.ts';
import { demoPlace, pathsFor } from './routes.ts';
import { tryAgain } from './network.ts';
import { expect, test } from './test.ts';

/** Texts that are only true of something that is known. Empty states have the mark `data-empty` too. */
const emptyTexts =
  /\bthere (is|are) no\b|\bno (\w+ ){1,3}yet\b|\bno \w+ (needs|has|waits)\b|\b(has|have) no (?!effect)\w+|\bnothing (is|was|has|right|sold|happened|matches|to)\b|\bas (much|many) as (last|the)\b|\bnot yet\b|\bnever sold\b|\bevery (sale|drink) (of|that was paid)\b/i;

const technicalTexts = /Internal error|Unknown error|\bundefined\b|\bNaN\b/;

/** Screens that load nothing: without the API they are complete. */
const withoutData = new Set([
  '/register',
  '/help',
  '/forgot-password',
  '/reset-password',
  '/new-email',
  // Connects again by itself.
  '/wall',
]);

/** partly: only the venues, which others wait for, are there. */
type Mode = 'held' | 'partly' | 'failing' | 'away' | 'working';

/** The API as the browser has it. */
interface Outage {
  /** Sets the response to requests, also to those that are held. */
  readonly set: (mode: Mode) => void;
  /** Lets those that are held pass, and holds the next ones; false when none was. */
  readonly step: () => boolean;
  /** Resolves once every request has its response, or is held. */
  readonly settled: () => Promise<void>;
}

const isVenues = (route: Route) => /\/api\/users\/[^/]+\/venues/.test(route.request().url());

const isCounted = (url: string, accept: string | undefined): boolean =>
  url.includes('/api/') && accept !== 'text/event-stream';

async function watchApi(page: Page): Promise<Outage> {
  let mode: Mode = 'working';
  let held: (() => void)[] = [];
  const open = new Set<object>();
  page.on('request', (request) => {
    if (isCounted(request.url(), request.headers()['accept'])) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  const respond = (route: Route): Promise<void> => {
    if (mode === 'away') return route.abort('internetdisconnected');
    const isOut = mode === 'failing' || (mode === 'partly' && !isVenues(route));
    if (!isOut) return route.continue();
    return route.fulfill({ status: 500, json: { error: { message: 'Internal error' } } });
  };
  await page.route('**/api/**', async (route) => {
    if (mode === 'held') await new Promise<void>((resolve) => held.push(resolve));
    // That of a page that was left meanwhile is gone.
    await respond(route).catch(() => undefined);
  });
  const release = () => {
    const released = held;
    held = [];
    for (const go of released) go();
    return released.length > 0;
  };
  return {
    set: (next) => {
      mode = next;
      if (mode !== 'held') release();
    },
    step: release,
    settled: async () => {
      const isSettled = expect.poll(() => open.size - held.length, { intervals: [20, 50, 100] });
      await isSettled.toBeLessThanOrEqual(0);
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
    },
  };
}

/** In the page: the visible texts of the screen, without choices that a select has not shown. */
const shownTexts = `[...document.querySelectorAll('main, dialog[open]')].flatMap((root) => {
  const texts = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode;
    const isShown = parentElement.checkVisibility() && !parentElement.closest('select, script, style');
    if (isShown && data.trim() !== '') {
      texts.push(parentElement.closest('[data-empty]') ? 'Empty: ' + data.trim() : data.trim());
    }
  }
  return texts;
})`;

/** True as soon as the claim holds, false when it does not within the usual time. */
const holds = (claim: Promise<void>): Promise<boolean> =>
  claim.then(
    () => true,
    () => false,
  );

/** Finds faults of a screen while the API is slow, fails and is away, and once it is back. */
async function faultsOf(page: Page, api: Outage, path: string, address: string): Promise<string[]> {
  const main = page.getByRole('main');
  const errors = main.getByRole('alert').filter({ visible: true });
  const retry = errors.getByRole('button', { name: 'Try again' });
  const faults: string[] = [];
  const check = (when: string, isRight: boolean, fault: string) => {
    if (!isRight) faults.push(`${path} ${when}: ${fault}`);
  };
  const falseTexts = async (): Promise<string[]> => {
    const texts: string[] = await page.evaluate(shownTexts);
    return texts.filter(
      (text) => text.startsWith('Empty: ') || emptyTexts.test(text) || technicalTexts.test(text),
    );
  };
  const checkError = async (when: string): Promise<boolean> => {
    await api.settled();
    const isOne = await holds(expect(errors).toHaveCount(1));
    check(when, isOne, `${await errors.count()} errors`);
    const said = isOne && (await holds(expect(errors).toContainText('could not be loaded')));
    check(when, said, 'does not say what could not be loaded');
    for (const text of await falseTexts()) check(when, false, text);
    // A poll shows what is loading in place of the button for a moment.
    const canRetry = await holds(expect(retry).not.toHaveCount(0));
    check(when, canRetry, 'cannot be tried again');
    return canRetry;
  };

  // Slow: each wave of requests that wait for the one before it is a state of its own.
  api.set('held');
  await page.goto(address, { waitUntil: 'commit' });
  const begun = main.locator('h1, [aria-busy="true"]').first();
  check('slow', await holds(expect(begun).toBeVisible()), 'shows nothing');
  const said: string[] = await falseTexts();
  for (let wave = 0; wave < 8 && api.step(); wave += 1) {
    check(`slow, wave ${wave}`, (await errors.count()) === 0, 'an error');
    await api.settled();
    said.push(...(await falseTexts()));
  }
  api.set('working');
  await api.settled();
  // What is still said in the end is true.
  const known = new Set(await falseTexts());
  for (const text of new Set(said)) check('slow', known.has(text), text);

  api.set('away');
  await page.reload({ waitUntil: 'commit' });
  if (withoutData.has(path)) {
    await api.settled();
    for (const text of await falseTexts()) check('away', known.has(text), text);
    check('away', (await errors.count()) === 0, 'an error');
    return faults;
  }
  for (const [when, next] of [
    ['away', 'failing'],
    ['failing', 'partly'],
    ['partly', 'working'],
  ] as const) {
    if (!(await checkError(when))) return faults;
    api.set(next);
    await tryAgain(retry);
  }
  if (path === '/confirm' || path === '/accept') {
    const isRefused = expect(main).toContainText('This link cannot be used');
    check('back', await holds(isRefused), 'does not say that the link cannot be used');
    return faults;
  }
  check('back', await holds(expect(errors).toHaveCount(0)), 'still an error');
  const busy = main.locator('[aria-busy="true"]:visible');
  check('back', await holds(expect(busy).toHaveCount(0)), 'still loading');
  check('back', await holds(expect(main).not.toContainText('could not be loaded')), 'lacks a part');
  return faults;
}

/** Faults of these screens of the route table. */
async function faultsOfScreens(page: Page, demo: ApiClient, paths: readonly string[]) {
  const { addressOf } = await demoPlace(demo);
  const api = await watchApi(page);
  const faults: string[] = [];
  for (const path of paths) {
    faults.push(...(await test.step(path, () => faultsOf(page, api, path, addressOf(path)))));
  }
  return faults;
}

const ofOwner = pathsFor(['ownerContext']);
const groupSize = 6;
/** Screens of an owner; ten of them took a slow machine longer than a test may. */
const groups = Array.from({ length: Math.ceil(ofOwner.length / groupSize) }, (_, nth) =>
  ofOwner.slice(groupSize * nth, groupSize * (nth + 1)),
);

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  for (const paths of groups)
    test(`none of ${paths.join(', ')} says anything false while the API is slow, fails or is away`, async ({
      page,
      demoOwner,
    }) => {
      test.slow();
      expect(await faultsOfScreens(page, demoOwner, paths)).toEqual([]);
    });

  test('no screen of every account says anything false while the API is slow, fails or is away', async ({
    page,
    demoOwner,
  }) => {
    test.slow();
    expect(await faultsOfScreens(page, demoOwner, pathsFor(['signedIn', 'public']))).toEqual([]);
  });
});

test.describe('as the super admin', { tag: '@system' }, () => {
  test.use({ account: 'admin' });

  test('no screen of a super admin says anything false while the API is slow, fails or is away', async ({
    page,
    demoOwner,
  }) => {
    test.slow();
    expect(await faultsOfScreens(page, demoOwner, pathsFor(['superAdmin', 'signedIn']))).toEqual(
      [],
    );
  });

  for (const paths of groups)
    test(`none of ${paths.join(', ')} says anything false to a super admin who acts for the owner`, async ({
      page,
      demoOwner,
    }) => {
      test.slow();
      const { venue } = await demoPlace(demoOwner);
      await actFor(page, {
        userId: demoOwner.userId,
        ownerName: 'Maya Okafor',
        email: accounts.owner,
        venueId: venue.id,
        venueName: venue.name,
      });
      expect(await faultsOfScreens(page, demoOwner, paths)).toEqual([]);
    });
});
