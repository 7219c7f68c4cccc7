import type { LoadState } from '../../ui/load-state.tsx';
import type { Charted, ChartedDays } from './chart-period.ts';

/** Of what a chart is. */
export interface ChartedVenue extends Charted {
  readonly days: ChartedDays;
  /** Undefined until its clock is known. */
  readonly venueId: string | undefined;
  /** Of calendar days, for a venue without a clock. */
  readonly calendarZone: string | undefined;
  /** Of times; IANA name. */
  readonly timezone: string;
  /** Of a week; 0 is Monday. */
  readonly firstWeekday: number;
  /** States that the charts wait for. */
  readonly after: readonly LoadState<unknown>[];
  readonly sameUnits: boolean;
  readonly onSameUnits: (sameUnits: boolean) => void;
}

/** Parameters that all charts have. */
export const placeOf = ({ venueId, calendarZone }: ChartedVenue) => ({
  venueId: venueId ?? '',
  timezone: calendarZone,
});
