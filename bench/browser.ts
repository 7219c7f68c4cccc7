/** The product and a browser, for measurements that need one. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import sparticuz from '@sparticuz/chromium';
import { demoPassword } from '../db/demo/accounts.ts';
import { makeTestFolder } from '../db/testing/folder.ts';
import { startProduct } from '../resilience/testing/running-product.ts';

const installed = '/usr/bin/chromium';

export interface CheckedAt {
  url: string;
  browser: Browser;
  /** Signs a page in as the demo's owner through the form. */
  readonly login: (page: Page) => Promise<void>;
}

/** Starts the demo and a browser, passes them to the callback and stops them. */
export async function withBrowser(look: (product: CheckedAt) => Promise<void>): Promise<void> {
  const dataDir = await makeTestFolder();
  const product = await startProduct(dataDir);
  const browser = await chromium.launch({
    executablePath: existsSync(installed) ? installed : await sparticuz.executablePath(),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-sync',
    ],
  });
  const login = async (page: Page) => {
    await page.goto(`${product.url}/login`);
    await page.getByLabel('Email').fill('maya@rooftop.example');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL(/add-drink/);
  };
  try {
    await look({ url: product.url, browser, login });
  } finally {
    await browser.close();
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
