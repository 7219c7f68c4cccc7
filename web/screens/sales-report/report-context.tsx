import { formatInZone } from '../../../rules/time-in-zone.ts';
import { useVenues } from '../../session/active-venue.ts';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import { zoneOf } from './lookup.ts';
import type { Lookup } from './lookup.ts';
import type { Draft } from './use-draft.ts';
import type { ShownReport } from './use-sales-report.ts';
import styles from './report-context.module.css';

interface ReportContextProps {
  readonly draft: Draft;
  readonly lookup: Lookup;
  readonly shown: ShownReport;
}

/** The venue by name; for owners of several a control, which like all of them counts from the next lookup on. */
function VenueName({ draft: { value, change } }: { readonly draft: Draft }) {
  const { venues, active, isPending } = useVenues();
  if (isPending) return <SkeletonLine width={14} />;
  if (venues.length < 2) return active?.name;
  return (
    <select
      aria-label="Venue"
      className={styles['venue']}
      value={value.venueId ?? active?.id ?? ''}
      onChange={(event) => change({ venueId: event.currentTarget.value, unitNumber: null })}
    >
      {venues.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** What the report below is about and when it was true: venue · unit · as of. */
export function ReportContext({ draft, lookup, shown: { report, asOfMs } }: ReportContextProps) {
  const unit = lookup.unitNumber ? `Unit ${lookup.unitNumber}` : 'All units';
  const asOf = formatInZone(asOfMs, zoneOf(lookup));
  return (
    <span className={styles['context']}>
      <VenueName draft={draft} />
      {report && asOfMs > 0 && (
        <>
          {' · '}
          {unit}
          {' · '}
          <time dateTime={new Date(asOfMs).toISOString()} title={asOf}>
            as of {asOf.split(', ').at(-1)}
          </time>
        </>
      )}
    </span>
  );
}
