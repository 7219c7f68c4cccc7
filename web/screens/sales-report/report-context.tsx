import { AsOf, ContextLine, VenueChoice } from '../../components/context-line.tsx';
import { zoneOf } from './lookup.ts';
import type { Lookup } from './lookup.ts';
import type { Draft } from './use-draft.ts';
import type { ShownReport } from './use-sales-report.ts';

interface ReportContextProps {
  readonly draft: Draft;
  readonly lookup: Lookup;
  readonly shown: ShownReport;
}

/**
 * Scope and time of the report below: venue · unit · as of. A change of venue takes effect on the next lookup, like
 * all controls.
 */
export function ReportContext({ draft, lookup, shown: { report, asOfMs } }: ReportContextProps) {
  const { value, change } = draft;
  const unit = lookup.unitNumber ? `Unit ${lookup.unitNumber}` : 'All units';
  return (
    <ContextLine>
      <VenueChoice
        value={value.venueId}
        onChange={(venueId) => change({ venueId, unitNumber: null })}
      />
      {report && asOfMs > 0 && (
        <>
          {' · '}
          {unit}
          {' · '}
          <AsOf ms={asOfMs} timezone={zoneOf(lookup)} />
        </>
      )}
    </ContextLine>
  );
}
