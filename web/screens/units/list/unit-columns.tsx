import type { ReactNode } from 'react';
import { unitTitle } from '../../../../rules/units/unit-names.ts';
import type { UnitHealth, UnitStrips } from '../../../api/unit-health.ts';
import { readerTexts } from '../../../components/contact-text.ts';
import { paths } from '../../../paths.ts';
import type { DataColumn } from '../../../ui/data-table.tsx';
import { Link } from '../../../ui/link.tsx';
import { intervalsOf, Strip, StripAxis } from '../health.tsx';
import styles from '../units-screen.module.css';

export const titleOf = ({
  unitNumber,
  unitName,
}: Pick<UnitHealth, 'unitNumber' | 'unitName'>): string =>
  unitTitle({ unitNumber, name: unitName });

export interface UnitRow {
  readonly unit: UnitHealth;
  /** True when something is found of it. */
  readonly isFound: boolean;
  /** True when something is wrong with it, and not over. */
  readonly isTroubled: boolean;
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
  readonly choosing: Choosing;
}

/** Null while no units are chosen. */
export type Choosing = {
  readonly chosen: ReadonlySet<string>;
  readonly toggle: (unitId: string) => void;
} | null;

interface ChoosableProps {
  readonly title: string;
  readonly unitId: string;
  readonly choosing: Choosing;
  readonly children: ReactNode;
}

/** The first cell of a unit, with a box while units are chosen. */
export function Choosable({ title, unitId, choosing, children }: ChoosableProps) {
  if (!choosing) return children;
  return (
    <div className={styles['choice']}>
      <label className={styles['choose']}>
        <input
          type="checkbox"
          aria-label={`Choose ${title}`}
          checked={choosing.chosen.has(unitId)}
          onChange={() => choosing.toggle(unitId)}
        />
      </label>
      <div>{children}</div>
    </div>
  );
}

const dash = <span className="dim text-13 break-anywhere no-margin">–</span>;

export function unitColumns({
  choosing,
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
          offline={intervalsOf(activity.offline)}
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
      cell: ({ unit, isTroubled }) => {
        const text = (
          <>
            <Link href={paths.unit(unit.unitNumber, venueId)} className={styles['name']}>
              {titleOf(unit)}
            </Link>
            <span className={styles['state']} data-found={isTroubled} data-state={unit.state}>
              {unit.text}
            </span>
          </>
        );
        return (
          <Choosable title={titleOf(unit)} unitId={unit.unitId} choosing={choosing}>
            {text}
          </Choosable>
        );
      },
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
      cell: ({ unit }) => (unit.reader === 'unknown' ? dash : readerTexts[unit.reader]),
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
