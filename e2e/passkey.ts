/** Passkeys on Chromium's virtual authenticator. */
import type { Page } from '@playwright/test';

/** Gives the page an authenticator that verifies its holder. */
export async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

/** Passkeys need a domain: a browser has none for an IP address. */
export function onLocalhost(path: string, baseURL: string | undefined): string {
  const base = new URL(baseURL ?? '');
  base.hostname = 'localhost';
  return new URL(path, base).href;
}
