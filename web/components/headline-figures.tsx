/** One main figure and a few secondary ones, each with a comparison below it where there is one. */
import type { CSSProperties, ReactNode } from 'react';
import { SkeletonLine } from '../ui/page.tsx';
import styles from './headline-figures.module.css';

interface HeadlineFiguresProps {
  readonly isLoading: boolean;
  /** Lines that the comparison of the main figure may take on a phone. */
  readonly mainLines?: 1 | 2;
  readonly children: ReactNode;
}

export function HeadlineFigures({ isLoading, mainLines = 1, children }: HeadlineFiguresProps) {
  const lines: CSSProperties & Record<`--${string}`, number> = { '--main-lines': mainLines };
  return (
    <dl className={styles['figures']} style={lines} aria-busy={isLoading}>
      {children}
    </dl>
  );
}

interface HeadlineFigureProps {
  readonly label: string;
  /** undefined while loading. */
  readonly value: string | undefined;
  readonly beside?: ReactNode;
  readonly main?: boolean;
}

export const HeadlineFigure = ({ label, value, beside, main = false }: HeadlineFigureProps) => (
  <div className={styles['figure']} data-main={main}>
    <dt>{label}</dt>
    <dd className={styles['value']}>{value ?? <SkeletonLine width={6} />}</dd>
    {beside !== undefined && <dd className={styles['beside']}>{beside}</dd>}
  </div>
);
