import type { DataColumn } from './data-column.ts';
import { SkeletonLine } from './skeletons.tsx';
import styles from './data-table.module.css';

interface SkeletonRowsProps<Row> {
  readonly columns: readonly DataColumn<Row>[];
  readonly count: number;
  /** True when the first cell of the expected rows has a second line. */
  readonly twoLines: boolean;
}

/** Skeleton rows in the size of the expected ones; the first announces the loading state. */
export function SkeletonRows<Row>({ columns, count, twoLines }: SkeletonRowsProps<Row>) {
  return (
    <tbody className={styles['skeleton']}>
      {Array.from({ length: count }, (_, index) => (
        <tr key={index} aria-busy="true" aria-hidden={index > 0}>
          {columns.map(({ id, align, chars = 8 }, position) => (
            <td key={id} data-align={align ?? 'start'}>
              {index === 0 && position === 0 && <span className="sr-only">Loading</span>}
              {/* Varied lengths resemble real content. */}
              <SkeletonLine width={chars - ((index * 3 + position) % 4)} />
              {position === 0 && twoLines && (
                <div className={styles['folded']}>
                  <SkeletonLine width={18} />
                </div>
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
