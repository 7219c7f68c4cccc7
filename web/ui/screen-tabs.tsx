import { Link } from './link.tsx';
import styles from './screen-tabs.module.css';

export interface ScreenTab {
  readonly label: string;
  readonly href: string;
  readonly isCurrent: boolean;
  /** Number of what is open; hidden when 0. */
  readonly count?: number;
}

interface ScreenTabsProps {
  /** Accessible name of the navigation. */
  readonly label: string;
  readonly tabs: readonly ScreenTab[];
}

/** Scrolls the row of tabs, where it is wider than the window, to the current one. */
function showInRow(tab: HTMLElement | null): void {
  const row = tab?.parentElement;
  if (tab && row) row.scrollLeft = tab.offsetLeft + tab.offsetWidth / 2 - row.clientWidth / 2;
}

/** Tabs whose panels are screens with addresses of their own. */
export const ScreenTabs = ({ label, tabs }: ScreenTabsProps) => (
  <nav aria-label={label} className={styles['tabs']}>
    <ul className={styles['list']}>
      {tabs.map((tab) => (
        <li key={tab.href} ref={tab.isCurrent ? showInRow : undefined}>
          <Link
            plain
            href={tab.href}
            className={styles['tab']}
            current={tab.isCurrent ? 'page' : undefined}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className={styles['count']} data-none={tab.count === 0}>
                {tab.count}
                <span className="sr-only"> open</span>
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
