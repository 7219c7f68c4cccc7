/** A translator of the browser: it keeps replacing all texts of the page by elements of its own. */
import type { Page } from '@playwright/test';

/** Runs in the browser, whose types this project does not include. The texts stay the same, in other nodes. */
const translator = `
  const left = 'font, script, style, textarea, svg';
  const translate = (root) => {
    const texts = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = root; node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE && node.data.trim() !== '') texts.push(node);
    }
    for (const text of texts) {
      if (!text.parentElement || text.parentElement.closest(left)) continue;
      const inner = document.createElement('font');
      inner.textContent = text.data;
      const outer = document.createElement('font');
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') translate(target);
      for (const node of addedNodes) if (node.isConnected) translate(node);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
`;

/** Translates all that the page shows from now on. */
export async function translatePage(page: Page): Promise<void> {
  await page.addInitScript(translator);
}
