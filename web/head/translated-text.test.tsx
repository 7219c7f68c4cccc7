import { render } from '@testing-library/react';
import { Fragment } from 'react';
import { describe, expect, it } from 'vitest';
import './translated-text.js';

function translation(text: string): HTMLElement {
  const outer = document.createElement('font');
  outer.append(document.createElement('font'));
  outer.firstElementChild!.append(`¡${text}!`);
  return outer;
}

/** Ways in which a text is put out of the place where React made it. */
const ways: Record<string, (text: Text) => void> = {
  'replaces it': (text) => text.replaceWith(translation(text.data)),
  'inserts before it and removes it': (text) => {
    text.before(translation(text.data));
    text.remove();
  },
  'inserts after it and removes it': (text) => {
    text.after(translation(text.data));
    text.remove();
  },
  'removes it and inserts there': (text) => {
    const { parentNode, nextSibling } = text;
    text.remove();
    parentNode?.insertBefore(translation(text.data), nextSibling);
  },
  'inserts before it and removes it, by the methods of its parent': (text) => {
    const { parentNode } = text;
    parentNode?.insertBefore(translation(text.data), text);
    parentNode?.removeChild(text);
  },
  'replaces it by an element and moves it there': (text) => {
    const outer = document.createElement('font');
    text.parentNode?.replaceChild(outer, text);
    outer.appendChild(text);
  },
  'inserts an element and moves it there': (text) => {
    const outer = document.createElement('font');
    text.parentNode?.insertBefore(outer, text);
    outer.appendChild(text);
  },
  'removes it and inserts it in an element': (text) => {
    const { parentNode, nextSibling } = text;
    const outer = document.createElement('font');
    parentNode?.removeChild(text);
    outer.appendChild(text);
    parentNode?.insertBefore(outer, nextSibling);
  },
  'moves it into an element': (text) => {
    const outer = document.createElement('font');
    text.replaceWith(outer);
    outer.append(text);
  },
  'moves it into an element and inserts that': (text) => {
    const { parentNode, nextSibling } = text;
    const outer = document.createElement('font');
    outer.append(text);
    parentNode?.insertBefore(outer, nextSibling);
  },
  'replaces it twice': (text) => {
    const first = translation(text.data);
    text.replaceWith(first);
    first.replaceWith(translation(text.data));
  },
  'replaces it, shows the original, and replaces it again': (text) => {
    const first = translation(text.data);
    text.replaceWith(first);
    first.replaceWith(text);
    text.replaceWith(first);
  },
  'replaces it by a text': (text) => text.replaceWith(`¡${text.data}!`),
};

const isOwn = ({ parentElement }: Node) => parentElement?.closest('font') === null;

function textsIn(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (text) =>
    isOwn(text) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT,
  );
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found;
}

interface Shown {
  readonly page: number;
  readonly more?: boolean;
  readonly names?: readonly string[];
}

const Screen = ({ page, more = false, names = [] }: Shown) => (
  <p>
    {more && <b>more</b>}
    Page {page} of 9{more && ' and more'}
    {page > 2 ? <i>far</i> : 'near'}
    {names.map((name) => (
      <Fragment key={name}>{name}</Fragment>
    ))}
    <span>{page}</span>
  </p>
);

const steps: Shown[] = [
  { page: 1, names: ['a', 'b', 'c'] },
  { page: 2, names: ['a', 'b', 'c'] },
  { page: 2, more: true, names: ['c', 'a'] },
  { page: 3, more: true, names: ['d', 'a', 'c'] },
  { page: 1 },
];

describe.each(Object.entries(ways))('a translator that %s', (_, translate) => {
  it.each([true, false])(
    'leaves every change of the page visible (at once: %s)',
    async (atOnce) => {
      const screen = render(<Screen page={0} />);
      for (const step of steps) {
        textsIn(screen.container).forEach(translate);
        if (!atOnce) await Promise.resolve();
        screen.rerender(<Screen {...step} />);
        const plain = render(<Screen {...step} />);
        const shown = screen.container.textContent.replaceAll(/[¡!]/g, '');
        expect(shown).toBe(plain.container.textContent);
        plain.unmount();
      }
      textsIn(screen.container).forEach(translate);
      screen.unmount();
      expect(document.body.textContent).toBe('');
    },
  );
});

it('restores the texts that one element replaced together', async () => {
  const screen = render(<Screen page={1} />);
  const [page, number, , ...others] = textsIn(screen.container);
  page?.replaceWith(translation('Page 1'));
  number?.remove();
  expect(others).not.toEqual([]);
  await Promise.resolve();
  screen.rerender(<Screen page={2} />);
  expect(screen.container.textContent).toBe('Page 2 of 9near2');
});
