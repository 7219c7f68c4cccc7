/** Headers of every response of the rendering host. */

/**
 * Pages are third-party content. Without allow-same-origin each page has an opaque origin that equals no other, not
 * even that of the next page of the same bundle: no storage, no cookies, no workers, and no access to the dashboard's
 * data or another venue's. Its links open without this sandbox.
 */
const sandbox = [
  'sandbox',
  'allow-scripts',
  'allow-forms',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-modals',
  'allow-downloads',
  'allow-pointer-lock',
  'allow-presentation',
].join(' ');

/** Browsers show a PDF in their own viewer, which does not start in a sandbox and runs none of the file's scripts. */
export const pdfHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  // A page's scripts, fonts and data are cross-origin to its opaque origin; they are public anyway.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
};

export const pageHeaders: Readonly<Record<string, string>> = {
  ...pdfHeaders,
  'content-security-policy': sandbox,
};

const sorry = (title: string, text: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
  :root { color-scheme: light dark }
  body { display: grid; min-height: 90vh; margin: 0; place-content: center; font: 16px/1.5 system-ui, sans-serif; text-align: center }
  h1 { margin: 0; font-size: 22px; font-weight: 600 }
  p { margin: 4px 16px }
</style>
<h1>${title}</h1>
<p>${text}</p>
</html>
`;

export const nothingHere = sorry('There is no page here', 'Check the address, or ask the bar.');
export const notNow = sorry('This page cannot be shown now', 'Please try again in a moment.');
