/** Form and order of the lists in Your Menu. */
import { useState } from 'react';
import { sharedValue, useMedia, useSharedValue } from '../../../ui/hooks.ts';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import styles from '../your-menu-screen.module.css';

export type MenuView = 'rows' | 'cards';

/** menu: as ranked, which can be changed. level: ingredients by their level, the emptiest first. */
export type MenuSort = 'menu' | 'level';

export interface Display {
  readonly view: MenuView;
  readonly sort: MenuSort;
  /** True when one of the lists is long. */
  readonly isLong: boolean;
  /** True when rows and cards have one action and a menu with the others. */
  readonly isFolded: boolean;
  readonly setView: (view: MenuView) => void;
  readonly setSort: (sort: MenuSort) => void;
}

/** Lasts until the page is reloaded, so that it is the same after an ingredient was edited. */
const chosenSort = sharedValue<MenuSort>('menu');

/** Lists with more entries are long: they are shown as rows, and what is not needed at once is folded. */
const mostUnfolded = 20;

/**
 * Rows on phones and touch screens and for long lists, cards elsewhere, unless the other was chosen in this browser.
 * @param longest number of entries of the longest list
 */
export function useDisplay(longest: number): Display {
  const isTouch = useMedia('(pointer: coarse)');
  const isNarrow = useMedia('(max-width: 47.99em)');
  const [chosen, setChosen] = useState(() => localStorage.getItem('menuView'));
  const isLong = longest > mostUnfolded;
  const usual = isTouch || isNarrow || isLong ? 'rows' : 'cards';
  const view = chosen === 'rows' || chosen === 'cards' ? chosen : usual;
  return {
    view,
    isLong,
    sort: useSharedValue(chosenSort),
    isFolded: isTouch || view === 'rows',
    setView: (next) => {
      localStorage.setItem('menuView', next);
      setChosen(next);
    },
    setSort: chosenSort.set,
  };
}

const sorts = { menu: 'Menu order', level: 'Emptiest first' } as const;
const views = { rows: 'Rows', cards: 'Cards' } as const;

/** Order and form of the lists. */
export const DisplayChoice = ({ display }: { readonly display: Display }) => (
  <div className={styles['display']}>
    <SegmentedChoice
      label="Order of ingredients"
      options={sorts}
      value={display.sort}
      onChange={display.setSort}
    />
    <SegmentedChoice
      label="Form of the lists"
      options={views}
      value={display.view}
      onChange={display.setView}
    />
  </div>
);
