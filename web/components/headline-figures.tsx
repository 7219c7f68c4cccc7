/** One main figure and a few secondary ones, each with a comparison below it where there is one. */
import type { CSSProperties, ReactNode } from 'react';
import { may } from '../session/permissions.ts';
import { Link } from '../ui/link.tsx';
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
  /** Sales that make it up; shown to those who may read them. */
  readonly href?: string;
}

export const HeadlineFigure = (props: HeadlineFigureProps) => (
  <div className={styles['figure']} data-main={props.main ?? false}>
    <dt>{props.label}</dt>
    <dd className={styles['value']}>
      <Value {...props} />
    </dd>
    {props.beside !== undefined && <dd className={styles['beside']}>{props.beside}</dd>}
  </div>
);

function Value({ value, href }: HeadlineFigureProps) {
  if (value === undefined) return <SkeletonLine width={6} />;
  return href !== undefined && may('reports.read') ? (
    <Link plain href={href}>
      {value}
    </Link>
  ) : (
    value
  );
}
