import { spanText, timeThereText } from '../../../../rules/nights/night-text.ts';
import { hoursOf } from '../../../../rules/nights/nights.ts';
import { unitTitle } from '../../../../rules/units/unit-names.ts';
import { AsOf, ContextLine } from '../../../components/context-line.tsx';
import { daysText } from '../../../components/date-text.ts';
import { useUnits, useVenues } from '../../../context/use-venues.ts';
import { type Lookup, zoneOf } from './lookup.ts';
import type { ShownReport } from './use-sales-report.ts';
import { Link } from '../../../ui/link.tsx';
import { paths } from '../../../paths.ts';
import { SkeletonLine } from '../../../ui/page.tsx';

interface ReportContextProps {
  readonly lookup: Lookup;
  readonly shown: ShownReport;
}

/** What the figures below are of: venue · days · unit · zone · as of. The controls change none of it. */
export function ReportContext({ lookup, shown: { range, report, asOfMs } }: ReportContextProps) {
  const { venues, isPending } = useVenues();
  const { from, to, unitNumber, timezone, venueId } = lookup;
  const venue = venues.find(({ id }) => id === venueId);
  const { units } = useUnits(venue?.id);
  const nameOf = (chosen: string): string => {
    const unit = units.find((one) => String(one.unitNumber) === chosen);
    return unit ? unitTitle(unit) : `Unit ${chosen}`;
  };
  if (isPending) {
    return (
      <ContextLine long>
        <SkeletonLine width={32} />
      </ContextLine>
    );
  }
  const isDated = range && from && to;
  const nights =
    isDated && lookup.days === 'business'
      ? { startMs: range.startDate, endMs: range.endDate + 1, timezone: zoneOf(lookup) }
      : null;
  const after = isDated ? [unitNumber ? nameOf(unitNumber) : 'All units', timezone] : [];
  return (
    <ContextLine long>
      <bdi>{venue?.name}</bdi>
      {isDated && (
        <>
          {venue && ' · '}
          <span title={nights ? spanText(nights) : undefined}>
            {daysText(from, to)}
            {nights && from === to && hoursOf(nights) !== 24 && ` (${hoursOf(nights)} hours)`}
          </span>
          {nights && ' · Business days'}
          {` · ${after.join(' · ')}`}
        </>
      )}
      {report && asOfMs > 0 && (
        <>
          {' · '}
          <AsOf ms={asOfMs} timezone={zoneOf(lookup)} />
        </>
      )}
      {report?.certified && <Certified of={report.certified} lookup={lookup} />}
    </ContextLine>
  );
}

interface CertifiedProps {
  readonly of: NonNullable<NonNullable<ShownReport['report']>['certified']>;
  readonly lookup: Lookup;
}

/** `Agrees, 6:04 AM` of one night, `6 nights agree` of several, with the way to their certificates. */
function Certified({ of: { nights, checking, from, to, madeAt }, lookup }: CertifiedProps) {
  const time = timeThereText(Date.parse(madeAt), zoneOf(lookup));
  const agrees = nights === 1 ? `Agrees, ${time}` : `${nights} nights agree`;
  const href = paths.certificates({
    venue: lookup.venueId ?? '',
    ...(from === to && { day: from }),
  });
  return (
    <>
      {' · '}
      <Link href={href}>{checking > 0 ? 'Being checked' : agrees}</Link>
    </>
  );
}
