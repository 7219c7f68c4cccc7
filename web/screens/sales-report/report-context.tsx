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
 * What the report below is about and when it was true: venue · unit · as of. The venue is a control, which like all of
 * them counts from the next lookup on.
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
