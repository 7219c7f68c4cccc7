/** The test of every spec: it fails on errors that a page throws or that its policy refuses. */
import { test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { watchShifts } from './checks.ts';
import type { Who } from './accounts.ts';

export { expect } from '@playwright/test';

/** What a failed or refused answer makes the console say; the tests that cause one look at the screen. */
const expected = /^(Failed to load resource|CallError)/;

export const test = base.extend<{ quiet: undefined }>({
  quiet: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !expected.test(message.text())) {
          errors.push(message.text());
        }
      });
      await watchShifts(page);
      await use(undefined);
      base.expect(errors, 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
});

/** The login token of one of the people, from the one time they signed in. */
export function tokenOf(who: Who): string {
  const tokens: Record<string, string> = JSON.parse(process.env['E2E_TOKENS'] ?? '{}');
  return tokens[who] ?? '';
}

/** The claims of a token. */
export function claimsOf(token: string): { sub: string; rotoken: string; exp: number } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

/** For `test.use`: the browser as it is left after signing in, with more kept in its storage if wanted. */
export function signedInAs(who: Who, kept: Record<string, string> = {}) {
  const storage = { token: tokenOf(who), ...kept };
  return {
    storageState: {
      cookies: [],
      origins: [
        {
          origin: process.env['E2E_URL'] ?? '',
          localStorage: Object.entries(storage).map(([name, value]) => ({ name, value })),
        },
      ],
    },
  };
}

/** What the browser keeps, by key. */
export async function storageOf(page: Page): Promise<Record<string, string>> {
  const { origins } = await page.context().storageState();
  return Object.fromEntries(origins[0]?.localStorage.map(({ name, value }) => [name, value]) ?? []);
}

/** Asks the API as one of the people, beside the browser. */
export async function ask<Answer>(page: Page, who: Who, path: string): Promise<Answer> {
  const answer = await page.request.get(path, {
    headers: { Authorization: `Bearer ${claimsOf(tokenOf(who)).rotoken}` },
  });
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  const parsed: Answer = await answer.json();
  return parsed;
}
