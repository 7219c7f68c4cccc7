import { makeZip, page as htmlPage } from '../server/testing/files.ts';
import type { Locator } from '@playwright/test';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { hold } from './network.ts';
import { expect, test, zipOf } from './renderings.ts';

test.use({ account: 'admin' });

const submit = (form: Locator) => form.getByRole('button', { name: 'Submit' });

test('a rendering is published, opens in a new tab, and can be replaced and restored', async ({
  page,
  renderings: { named, open },
}) => {
  const { form, rows } = await open();
  await expect(page.getByRole('heading', { name: 'Rendering list' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Venue Name',
    'Path Name',
    'Deploy Date',
    'Operation',
  ]);
  await expect(form.getByLabel('Entry page path')).toHaveValue('index.html');
  await expect(form.getByLabel('Path name')).toHaveAttribute('readonly');
  await expect(submit(form)).toBeDisabled();
  await form.getByLabel('Venue name').fill(named('My  Bar One'));
  await expect(form.getByLabel('Path name')).toHaveValue(
    named('My Bar One').replaceAll(' ', '_').toLowerCase(),
  );
  await expect(submit(form)).toBeDisabled();
  const chooser = form.locator('input[type=file]');
  expect(await chooser.getAttribute('accept')).toContain('.zip');
  await chooser.setInputFiles(zipOf(makeZip([htmlPage('First night')])));
  await expect(submit(form)).toBeEnabled();

  const release = await hold(page, '**/api/renderings/create');
  const sent = page.waitForRequest('**/api/renderings/create');
  await submit(form).click();
  expect((await sent).headers()['content-type']).toContain('multipart/form-data');
  await expect(form.getByRole('progressbar')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Cancel' })).toBeFocused();
  release();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(named('My Bar One'));
  await expect(page.getByText(`The page of ${named('My Bar One')} is published.`)).toBeVisible();
  await expect(form.getByRole('progressbar')).toHaveCount(0);
  await expect(form.getByLabel('Venue name')).toHaveValue('');
  await expect(form.getByLabel('Entry page path')).toHaveValue('index.html');
  await expect(submit(form)).toBeDisabled();

  const link = rows.getByRole('link', { name: /^my_bar_one/ });
  await expect(link).toHaveAttribute('href', /\/my_bar_one_[^/]+\/index\.html$/);
  await expect(link).toHaveAttribute('rel', /noopener/);
  const tab = page.waitForEvent('popup');
  await link.click();
  await expect((await tab).getByRole('heading', { name: 'First night' })).toBeVisible();

  await form.getByLabel('Venue name').fill(named('My Bar One'));
  await expect(form.getByText('This venue has a page, which is replaced.')).toBeVisible();
  await chooser.setInputFiles(zipOf(makeZip([htmlPage('Second night')])));
  await submit(form).click();
  const back = page.getByRole('button', {
    name: `Restore the version of ${named('My Bar One')}`,
  });
  await expect(page.getByText(`The page of ${named('My Bar One')} is replaced.`)).toBeVisible();
  await expect(back).toBeVisible();
  await expect(rows).toHaveCount(1);
  await (await tab).reload();
  await expect((await tab).getByRole('heading', { name: 'Second night' })).toBeVisible();
  const restored = page.waitForResponse('**/restore');
  await back.click();
  await restored;
  await (await tab).reload();
  await expect((await tab).getByRole('heading', { name: 'First night' })).toBeVisible();
  await page.reload();
  await expect(rows).toContainText(named('My Bar One'));
});

test('the form of a rendering reports errors and is cancelled', async ({
  page,
  renderings: { open, named, publish },
}) => {
  test.slow();
  await test.step('the rendering screen without renderings is accessible', async () => {
    // Other tests publish, so the list of the server is not empty.
    await page.route('**/api/renderings/list', (route) => route.fulfill({ json: [] }));
    await open();
    await expect(page.getByText('No venue has a page yet.')).toBeVisible();
    await expectNoShift(page);
    await expectAccessible(page);
    await page.unrouteAll();
  });
  await test.step('the rendering form requires an entry page path', async () => {
    const { form } = await open();
    const posts: string[] = [];
    page.on(
      'request',
      (request) => void (request.method() === 'POST' && posts.push(request.url())),
    );
    await form.getByLabel('Venue name').fill(named('Entry Bar'));
    await form.locator('input[type=file]').setInputFiles(zipOf(makeZip([htmlPage()])));
    await form.getByLabel('Entry page path').fill('');
    await submit(form).click();
    await expect(form.getByLabel('Entry page path')).toBeFocused();
    expect(posts).toEqual([]);
  });
  await test.step('an upload can be cancelled, which keeps the entered values', async () => {
    const { form, rows } = await open();
    await form.getByLabel('Venue name').fill(named('Never Bar'));
    await form.locator('input[type=file]').setInputFiles(zipOf(makeZip([htmlPage()])));
    await hold(page, '**/api/renderings/create');
    await submit(form).click();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(form.getByRole('progressbar')).toHaveCount(0);
    await expect(form.getByLabel('Venue name')).toHaveValue(named('Never Bar'));
    await expect(submit(form)).toBeEnabled();
    await expect(form.getByRole('alert')).toHaveCount(0);
    await expect(rows).toHaveCount(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
  await test.step('an error shows below the rendering form until the form changes', async () => {
    await publish('Taken Bar', htmlPage());
    const { form, rows } = await open();
    const alert = form.getByRole('alert');
    const zip = form.locator('input[type=file]');

    await zip.setInputFiles({ ...zipOf(Buffer.from('text')), name: 'notes.txt' });
    await expect(alert).toHaveText('Only zip files can be uploaded');
    await form.getByLabel('Venue name').fill(named('Taken Bar').toUpperCase());
    await expect(submit(form)).toBeDisabled();
    await zip.setInputFiles(zipOf(makeZip([htmlPage(), { name: '../up.html', content: 'x' }])));
    await submit(form).click();
    await expect(alert).toHaveText('Name already used');

    await form.getByLabel('Venue name').fill(named('Free Bar'));
    await expect(alert).toHaveCount(0);
    await submit(form).click();
    await expect(alert).toHaveText('Bundle refused: “../up.html” leads out of the bundle');
    await expect(form.getByLabel('Venue name')).toHaveValue(named('Free Bar'));
    const release = await hold(page, '**/api/renderings/**');
    await submit(form).click();
    await expect(form.getByRole('progressbar')).toBeVisible();
    await expect(alert).toHaveCount(0);
    release();
    await expect(alert).toBeVisible();

    await page.route('**/api/renderings/*', (route) =>
      route.fulfill({ status: 500, json: { error: { message: 'The disk is full' } } }),
    );
    await page
      .getByRole('button', { name: `Delete the rendering of ${named('Taken Bar')}` })
      .click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(alert).toHaveText('The disk is full');
    await expect(page.getByText('Deleting…')).toHaveCount(0);
    await expect(rows).toHaveCount(1);
  });
});

test('renderings are listed, newest first, and deleted', async ({
  page,
  renderings: { named, open, publish },
}) => {
  await test.step('a new rendering comes first, and a rendering is deleted after a confirmation', async () => {
    await publish('Alpha', htmlPage());
    const { url } = await publish('Beta', htmlPage());
    const { form, rows } = await open();
    await expect(rows).toContainText(['Beta', 'Alpha']);
    await form.getByLabel('Venue name').fill(named('Gamma'));
    await form.locator('input[type=file]').setInputFiles(zipOf(makeZip([htmlPage()])));
    await submit(form).click();
    await expect(rows).toContainText(['Gamma', 'Beta', 'Alpha']);

    const deletions: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'DELETE') deletions.push(request.url());
    });
    const trash = (venue: string) =>
      page.getByRole('button', { name: `Delete the rendering of ${named(venue)}`, exact: true });
    const confirmation = page.getByRole('dialog', {
      name: `Are you sure to delete the rendering of ${named('Beta')}?`,
    });
    await trash('Beta').click();
    await expect(confirmation).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(confirmation).toHaveCount(0);
    expect(deletions).toEqual([]);

    // What was typed for the next one stays when the list changes.
    await expect(form.getByLabel('Venue name')).toHaveValue('');
    await form.getByLabel('Venue name').fill(named('Delta'));
    await trash('Beta').click();
    const release = await hold(page, '**/api/renderings/*');
    await confirmation.getByRole('button', { name: 'Delete' }).click();
    const row = rows.filter({ hasText: 'Beta' });
    await expect(row.getByText('Deleting…')).toBeVisible();
    await expect(page.getByText('Deleting…')).toHaveCount(1);
    for (const venue of ['Gamma', 'Alpha']) await expect(trash(venue)).toBeDisabled();
    release();
    await expect(rows).toContainText(['Gamma', 'Alpha']);
    await expect(rows).toHaveCount(2);
    await expect(form.getByLabel('Venue name')).toHaveValue(named('Delta'));
    for (const venue of ['Gamma', 'Alpha']) await expect(trash(venue)).toBeEnabled();
    expect((await page.request.get(url)).status()).toBe(404);
    await page.reload();
    await expect(rows).toHaveCount(2);
  });
  await test.step('the rendering screen with renderings is accessible and fits a phone', async () => {
    await publish('Velvet Fox', htmlPage());
    await publish('Velvet Fox', htmlPage());
    const { form } = await open();
    await page
      .getByRole('button', { name: `Delete the rendering of ${named('Velvet Fox')}` })
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await form.getByLabel('Venue name').fill('x'.repeat(101));
    await expect(form.getByText('cannot be made into an address')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });
  test('an owner who opens the rendering screen is redirected to Your Menu', async ({ page }) => {
    await page.goto('/renderingsettings');
    await expect(page).toHaveURL(/\/add-drink(\?|$)/);
    await expect(page.getByRole('heading', { name: 'Rendering list' })).toHaveCount(0);
  });
});

/** Tries to access data of the dashboard and of other pages, and writes the results into the page. */
const intruder = `
  const tries = {
    storage: () => { localStorage.setItem('mark', 'x'); return localStorage.length },
    session: () => { sessionStorage.setItem('mark', 'x'); return 'stored' },
    cookie: () => { document.cookie = 'mark=x'; return document.cookie },
    database: () => new Promise((done, failed) => {
      const opening = indexedDB.open('mark'); opening.onsuccess = () => done('stored'); opening.onerror = () => failed(opening.error) }),
    caches: () => caches.open('mark').then(() => 'stored'),
    worker: () => navigator.serviceWorker.register('worker.js').then(() => 'registered'),
    origin: () => self.origin,
    opener: () => String(opener),
    own: () => fetch('data.json').then((response) => response.json()).then(({ drinks }) => drinks),
    api: () => fetch(dashboard + '/api/version').then((response) => response.text()),
    signedIn: () => fetch(dashboard + '/api/renderings/list', { credentials: 'include' }).then((response) => response.text()),
    frame: async () => {
      const frame = document.createElement('iframe');
      frame.src = neighbour;
      await new Promise((done) => { frame.onload = done; document.body.append(frame) });
      return frame.contentWindow.document.title;
    },
  };
  const found = {};
  for (const [name, attempt] of Object.entries(tries)) {
    try { found[name] = await attempt() } catch (error) { found[name] = 'refused: ' + error.name }
  }
  document.querySelector('output').textContent = JSON.stringify(found);
`;

test('a published page cannot access the dashboard or another page, but loads its own files', async ({
  page,
  renderings: { open, publish },
}) => {
  const dashboard = process.env['E2E_URL'] ?? '';
  const neighbour = await publish('Neighbour', htmlPage('Neighbour'));
  const { url } = await publish(
    'Intruder',
    {
      name: 'index.html',
      content: `<!doctype html><html lang="en"><title>Intruder</title><link rel="stylesheet" href="app.css">
        <output></output><script type="module" src="app.js"></script></html>`,
    },
    { name: 'app.css', content: 'output { color: rgb(1, 2, 3) }' },
    { name: 'data.json', content: '{"drinks":["Negroni"]}' },
    { name: 'worker.js', content: '' },
    {
      name: 'app.js',
      content: `const dashboard = ${JSON.stringify(dashboard)}, neighbour = ${JSON.stringify(neighbour.url)};${intruder}`,
    },
  );
  // The same browser is signed in to the dashboard.
  const { rows } = await open();
  const tab = page.waitForEvent('popup');
  await rows.filter({ hasText: 'Intruder' }).getByRole('link').click();
  const output = (await tab).locator('output');
  await expect(output).not.toBeEmpty();
  expect(JSON.parse(await output.innerText())).toEqual({
    storage: 'refused: SecurityError',
    session: 'refused: SecurityError',
    cookie: 'refused: SecurityError',
    database: 'refused: SecurityError',
    caches: 'refused: SecurityError',
    worker: expect.stringContaining('refused: '),
    origin: 'null',
    opener: 'null',
    own: ['Negroni'],
    api: 'refused: TypeError',
    signedIn: 'refused: TypeError',
    frame: 'refused: SecurityError',
  });
  await expect(output).toHaveCSS('color', 'rgb(1, 2, 3)');
  expect(await page.evaluate<string | null>(`localStorage.getItem('mark')`)).toBeNull();

  // The host of the published pages serves nothing of the dashboard.
  for (const path of ['/api/version', '/api/settings', '/login', '/assets/', '/healthz']) {
    expect((await page.request.get(new URL(path, url).href)).status(), path).toBe(404);
  }
});
