import type { DataColumn } from './data-table.tsx';
import { SkeletonLine } from './skeletons.tsx';
import styles from './data-table.module.css';

interface SkeletonRowsProps<Row> {
  readonly columns: readonly DataColumn<Row>[];
  readonly count: number;
  /** The first cell of the rows to come has a second line. */
  readonly twoLines: boolean;
}

/** Rows in the size of those that are on their way; the first one says so. */
export function SkeletonRows<Row>({ columns, count, twoLines }: SkeletonRowsProps<Row>) {
  return (
    <tbody className={styles['skeleton']}>
      {Array.from({ length: count }, (_, index) => (
        <tr key={index} aria-busy="true" aria-hidden={index > 0}>
          {columns.map(({ id, align, chars = 8 }, position) => (
            <td key={id} data-align={align ?? 'start'}>
              {index === 0 && position === 0 && <span className="sr-only">Loading</span>}
              {/* Uneven lengths look like what they stand for. */}
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
