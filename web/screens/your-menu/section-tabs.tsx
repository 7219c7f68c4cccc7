import { useEffect, useState } from 'react';
import styles from './section-tabs.module.css';

interface SectionTabsProps {
  /** Titles of the panels, in order. */
  readonly titles: readonly string[];
  /** Number of entries by title; undefined while loading. */
  readonly countOf: (title: string) => number | undefined;
}

const sectionOf = (title: string): HTMLElement | null =>
  document.querySelector(`section[aria-label="${CSS.escape(title)}"]`);

/** Title of the topmost panel in the upper part of the window. */
function useCurrent(titles: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(titles[0]);
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') return undefined;
    const visible = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const title = target.getAttribute('aria-label') ?? '';
          if (isIntersecting) visible.add(title);
          else visible.delete(title);
        }
        const first = titles.find((title) => visible.has(title));
        if (first !== undefined) setCurrent(first);
      },
      { rootMargin: '-130px 0px -50% 0px' },
    );
    for (const title of titles) {
      const section = sectionOf(title);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [titles]);
  return current;
}

/** Sticky row of buttons that scroll to the panels, for windows with one panel below the other. */
export function SectionTabs({ titles, countOf }: SectionTabsProps) {
  const current = useCurrent(titles);
  return (
    <nav aria-label="Sections" className={styles['tabs']}>
      {titles.map((title) => {
        const count = countOf(title);
        return (
          <button
            key={title}
            type="button"
            aria-current={title === current}
            onClick={() => {
              const section = sectionOf(title);
              section?.scrollIntoView();
              section?.setAttribute('tabindex', '-1');
              section?.focus({ preventScroll: true });
            }}
          >
            {title}
            {count !== undefined && <span>{count}</span>}
          </button>
        );
      })}
    </nav>
  );
}
