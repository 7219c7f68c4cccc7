/** The browser of the tests. */
import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';

/** Debian's browsers. The headless shell has no window, and needs two thirds of the time of the whole browser. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);

/** Options to start the installed browser, or the one of the npm package. Playwright's own would need a download. */
export async function browserOptions(): Promise<{ executablePath: string; args: string[] }> {
  return {
    executablePath: installed ?? (await sparticuz.executablePath()),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      // A process less to send each frame to: a page load needs a twentieth less time.
      '--in-process-gpu',
      // The page of a test begins as about:blank; its process is then that of the product too. Else each test starts two.
      '--disable-site-isolation-trials',
      '--renderer-process-limit=1',
      // A page lives for seconds: code that is compiled anew for speed is not used long enough.
      '--js-flags=--no-maglev,--no-turbofan,--single-threaded-gc',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}
