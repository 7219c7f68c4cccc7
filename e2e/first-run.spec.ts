/** From an empty installation to the first sale, in at most twelve actions of a person. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, test as base } from './test.ts';

interface Installation {
  readonly url: string;
  /** The setup code, as the server prints it. */
  readonly code: string;
}

const setupLine = /at (http:\S+)\/first-run#(\S+) /;

/** A server without any account, on a database of its own. */
const test = base.extend<{ installation: Installation }>({
  // oxlint-disable-next-line no-empty-pattern
  installation: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'barback-first-run-'));
    const { E2E_URL: _, ...rest } = process.env;
    const server = spawn(process.execPath, ['tools/start.mjs'], {
      env: { ...rest, PORT: '0', DATA_DIR: dataDir, SEED: 'none', NODE_ENV: 'development' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(server, 'exit');
    let found: Installation | undefined;
    for await (const line of createInterface({ input: server.stdout })) {
      const [, url, code] = setupLine.exec(line) ?? [];
      if (url === undefined || code === undefined) continue;
      found = { url: url.replace('localhost', '127.0.0.1'), code };
      break;
    }
    if (!found) throw new Error('The server printed no setup code');
    server.stdout.resume();
    await use(found);
    server.kill('SIGTERM');
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  },
});

test.use({ account: null });

/** Counts what a person does: each field that is filled or chosen, and each press. */
function counted(page: Page) {
  const done: string[] = [];
  const count = async (what: string, act: () => Promise<unknown>): Promise<void> => {
    done.push(what);
    await test.step(`${done.length}. ${what}`, act);
  };
  return {
    done,
    fill: (label: string, text: string) =>
      count(`type “${label}”`, () => page.getByLabel(label, { exact: true }).fill(text)),
    press: (name: string) =>
      count(`press “${name}”`, () => page.getByRole('button', { name, exact: true }).click()),
    step: (name: string) =>
      count(`press “${name}”`, () =>
        page.getByRole('region', { name: 'First steps' }).getByRole('button', { name }).click(),
      ),
    choose: (label: string, option: string) =>
      count(`choose “${option}”`, () =>
        page.getByLabel(label, { exact: true }).selectOption({ label: option }),
      ),
    open: (name: string) =>
      count(`press “${name}”`, () => page.getByRole('link', { name, exact: true }).click()),
  };
}

test(
  'an empty installation has its first sale after at most twelve actions',
  { tag: '@system' },
  async ({ page, installation }) => {
    test.slow();
    const person = counted(page);
    await page.goto(`${installation.url}/login`);
    await person.open('Set up Barback');
    await expectAccessible(page);
    await person.fill('Name of the bar', 'The Anchor');
    await person.fill('Email', 'kim@example.com');
    await person.fill('Password', 'a long enough password');
    await person.fill('Setup code', installation.code);
    await person.press('Create the bar');

    const steps = page.getByRole('region', { name: 'First steps' });
    await expect(steps).toContainText('0 of 7 done');
    await person.step('Add unit');
    await person.press('Add');
    await expect(steps).toContainText('3 of 7 done');
    await person.step('Create its key');
    await expect(page.getByRole('dialog')).toContainText(/Server.*Unit\s*1001.*Key\s*bbu_/s);
    await person.press('Add the first sale');
    await person.choose('Drink', 'Negroni ($13.00)');
    const order = page.getByRole('dialog', { name: 'Add order' });
    await expect(order).toBeVisible();
    await expect(order).toContainText('$13.00');
    person.done.push('press “Add order”');
    await order.getByRole('button', { name: 'Add order' }).click();

    await expect(page.getByRole('region', { name: 'Today so far' })).toContainText('Orders1');
    await expect(steps).toHaveCount(0);
    expect(person.done.length, person.done.join(', ')).toBeLessThanOrEqual(12);

    await test.step('once it is set up, the page leads to the sign-in', async () => {
      await page.goto(`${installation.url}/first-run#${installation.code}`);
      await expect(page.getByText('Barback is set up already.')).toBeVisible();
      await page.evaluate('localStorage.clear()');
      await page.goto(`${installation.url}/login`);
      await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Set up Barback' })).toHaveCount(0);
    });
  },
);

test(
  'the page that the server prints has the setup code, refuses others, and also makes a super admin',
  { tag: '@system' },
  async ({ page, installation }) => {
    test.slow();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${installation.url}/first-run#${installation.code}`);
    const code = page.getByLabel('Setup code');
    await expect(code).toHaveValue(installation.code);
    await page.getByRole('radio', { name: 'Several owners' }).check();
    await expect(page.getByLabel('Name of the bar')).toHaveCount(0);
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByLabel('Email').fill('admin@example.com');
    await page.getByLabel('Password', { exact: true }).fill('a long enough password');
    await code.fill('AAAA-AAAA-AAAA-AAAA');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/This is not the setup code/)).toBeVisible();
    await expect(code).toBeFocused();
    await code.fill(installation.code);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/owners/);
  },
);
