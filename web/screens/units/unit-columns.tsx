import { unitTitle } from '../../../rules/units/unit-names.ts';
import type { UnitHealth, UnitStrips } from '../../api/unit-health.ts';
import { paths } from '../../paths.ts';
import type { DataColumn } from '../../ui/data-column.ts';
import { Link } from '../../ui/link.tsx';
import { readerText } from './reader-text.ts';
import { spellsOf } from './spells.ts';
import { StripAxis } from './strip-axis.tsx';
import { Strip } from './strip.tsx';
import styles from './units-screen.module.css';

export interface UnitRow {
  readonly unit: UnitHealth;
  /** True when something is found wrong with it. */
  readonly isFound: boolean;
  /** Undefined while loading. */
  readonly strip: UnitStrips['units'][number] | undefined;
}

interface ColumnsOf {
  readonly venueId: string;
  /** Start of the strips. */
  readonly startMs: number;
  /** Length of the strips; 0 while they load. */
  readonly hours: number;
  readonly nowMs: number;
  /** IANA name. */
  readonly timezone: string;
}

const dash = <span className={styles['hint']}>–</span>;

export function unitColumns({
  venueId,
  startMs,
  hours,
  nowMs,
  timezone,
}: ColumnsOf): DataColumn<UnitRow>[] {
  const strip = ({ strip: activity }: UnitRow) => (
    <span className={styles['strip']}>
      {activity && (
        <Strip
          label="Last 24 hours"
          activity={activity}
          offline={spellsOf(activity.offline)}
          startMs={startMs}
          nowMs={nowMs}
          timezone={timezone}
        />
      )}
    </span>
  );
  return [
    {
      id: 'unit',
      header: 'Unit',
      chars: 14,
      cell: ({ unit, isFound }) => (
        <>
          <Link href={paths.unit(unit.unitNumber, venueId)} className={styles['name']}>
            {unitTitle({ unitNumber: unit.unitNumber, name: unit.unitName })}
          </Link>
          <span className={styles['state']} data-found={isFound} data-state={unit.state}>
            {unit.text}
          </span>
        </>
      ),
    },
    {
      id: 'strip',
      header: 'Last 24 hours',
      head: (
        <>
          Last 24 hours
          <StripAxis startMs={startMs} count={hours} timezone={timezone} />
        </>
      ),
      width: '36%',
      from: 'medium',
      chars: 24,
      leads: true,
      cell: strip,
      folded: strip,
    },
    {
      id: 'reader',
      header: 'Card reader',
      width: 96,
      from: 'medium',
      chars: 6,
      cell: ({ unit }) => (unit.reader === 'unknown' ? dash : readerText(unit.reader)),
      folded: ({ unit }) => (unit.reader === 'unknown' ? null : `Reader ${unit.reader}`),
    },
    {
      id: 'low',
      header: 'Low stock',
      width: 88,
      align: 'end',
      from: 'medium',
      chars: 2,
      cell: ({ unit }) => (unit.lowStock === 0 ? dash : unit.lowStock),
      folded: ({ unit }) => (unit.lowStock === 0 ? null : `${unit.lowStock} low`),
    },
    {
      id: 'refused',
      header: 'Refused',
      width: 84,
      align: 'end',
      from: 'medium',
      chars: 2,
      cell: ({ unit }) => (unit.refused === 0 ? dash : unit.refused),
      folded: ({ unit }) => (unit.refused === 0 ? null : `${unit.refused} refused`),
    },
  ];
}
