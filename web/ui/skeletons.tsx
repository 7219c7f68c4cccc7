/** Skeletons in the final size of the content. */
import { Skeleton } from '@mantine/core';
import styles from './skeletons.module.css';

interface LineProps {
  /** In characters, to match the length of the text. */
  readonly width?: number;
}

/** A line of text, exactly as high as the final one. */
export function SkeletonLine({ width = 12 }: LineProps) {
  return (
    <span aria-hidden="true" className={styles['line']}>
      <Skeleton component="span" height="0.7em" width={`${width}ch`} radius={4} />
    </span>
  );
}

interface SkeletonFieldProps {
  readonly label: string;
  /** Lines of a text area. */
  readonly rows?: number;
}

/** A field whose value is loading: its label, and a box of its size. */
export function SkeletonField({ label, rows = 1 }: SkeletonFieldProps) {
  return (
    <div className={styles['field']}>
      <span>{label}</span>
      {/* Lines of a text area are 20 pixels high, within 16 of padding and border. */}
      <Skeleton height={16 + 20 * rows} radius={8} />
    </div>
  );
}

/** A screen whose code is loading. */
export function PageSkeleton() {
  return (
    <div aria-busy="true" className={styles['page']}>
      <span className="sr-only">Loading</span>
      <Skeleton height={26} width={180} radius={6} />
      <Skeleton height={16} width={260} mt={8} radius={4} />
      <div className={styles['card']} />
    </div>
  );
}
