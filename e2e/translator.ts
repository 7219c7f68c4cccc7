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

/**
 * In the page: what is shown and is not what React has rendered last, as `"shown", not "rendered"`. A text that React
 * changes while a translator has it out of the page would stay as it was. Elements that React has not made are left out.
 * Reads the tree of React's fibers, by the tags of HostPortal 4, HostComponent 5, HostText 6, HostHoistable 26 and
 * HostSingleton 27.
 */
export const staleTexts = `{
  const isElement = ({ tag }) => tag === 5 || tag === 27;
  const hasOwnText = ({ memoizedProps, stateNode }) =>
    memoizedProps.dangerouslySetInnerHTML !== undefined || stateNode.matches('textarea, svg, style, script');
  const key = (element, of) => Object.keys(element).find((name) => name.startsWith(of));
  /** What is no part of the text of the element around it, such as the content of a portal. */
  const apart = new Set();
  const parts = [];
  const childrenOf = (fiber) => {
    const children = [];
    for (let child = fiber.child; child; child = child.sibling) children.push(child);
    return children;
  };
  const renderedText = (fiber) => {
    const { tag, memoizedProps: props, stateNode } = fiber;
    if (tag === 6) return props;
    if (tag === 26) return '';
    if (tag === 4) {
      findParts(fiber);
      return '';
    }
    if (isElement(fiber)) {
      if (hasOwnText(fiber)) {
        apart.add(stateNode);
        return '';
      }
      if (typeof props.children === 'string' || typeof props.children === 'number') return String(props.children);
    }
    return childrenOf(fiber).map(renderedText).join('');
  };
  const findParts = (fiber) => {
    for (const child of childrenOf(fiber)) {
      if (!isElement(child)) findParts(child);
      else {
        apart.add(child.stateNode);
        if (!hasOwnText(child)) parts.push([child.stateNode, renderedText(child)]);
      }
    }
  };
  const root = document.querySelector('#root');
  findParts(root[key(root, '__reactContainer$')].stateNode.current);
  const isShown = (node) =>
    !apart.has(node) && (node.nodeType === Node.TEXT_NODE || node.localName === 'font' || key(node, '__reactFiber$') !== undefined);
  const shownText = (node) =>
    node.nodeType === Node.TEXT_NODE ? node.data : [...node.childNodes].filter(isShown).map(shownText).join('');
  const difference = ([element, rendered]) => {
    const shown = shownText(element);
    if (rendered === shown) return [];
    let from = 0;
    while (from < shown.length && shown[from] === rendered[from]) from += 1;
    const around = (text) => JSON.stringify(text.slice(Math.max(0, from - 40), from + 80));
    return [around(shown) + ', not ' + around(rendered)];
  };
  parts.flatMap(difference)
}`;
