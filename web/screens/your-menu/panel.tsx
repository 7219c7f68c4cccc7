import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { SaveState } from '../../ui/save-state.tsx';
import type { SaveStatus } from '../../ui/save-state.tsx';
import { menuMessages } from '../../../rules/messages.ts';
import type { MenuView } from './use-display.ts';
import styles from './your-menu-screen.module.css';

interface PanelProps {
  readonly title: string;
  /** Save state of the new order. */
  readonly status: SaveStatus;
  /** Save error. */
  readonly problem: string | undefined;
  readonly view: MenuView;
  readonly children: ReactNode;
}

/** Titled list of cards with the save state of its order. */
export function Panel({ title, status, problem, view, children }: PanelProps) {
  return (
    <Card title={title} flush={view === 'rows'} actions={<SaveState status={status} />}>
      <div className={styles['cards']} data-view={view} aria-busy={status === 'saving'}>
        {problem !== undefined && (
          <div className={styles['problem']}>
            <ErrorLine hint={menuMessages.orderNotSaved}>{problem}</ErrorLine>
          </div>
        )}
        {children}
      </div>
    </Card>
  );
}

interface SkeletonCardsProps {
  readonly count: number;
  readonly drink?: boolean;
  readonly view: MenuView;
}

/** Skeleton cards or rows, as many as will be loaded. */
export function SkeletonCards({ count, drink = false, view }: SkeletonCardsProps) {
  return (
    <div aria-hidden="true" className={styles['skeletons']} data-view={view}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles['skeleton']} data-drink={drink} />
      ))}
    </div>
  );
}
