import { useQuery } from '@tanstack/react-query';
import { shiftDay } from '../../../rules/nights/nights.ts';
import { clockQuery, hoursQuery, nightsQuery } from '../../api/nights.ts';
import { guessedTimezone } from '../../components/timezone-choice.ts';

const shownNights = 8;

/** The running night and those before it that are listed. */
export const lastNightsQuery = (venueId: string, tonight: string) =>
  nightsQuery(venueId, shiftDay(tonight, 1 - shownNights), tonight);

/** True once the whole card of the clock can be shown, so that the cards below it do not move. */
export function useClockKnown(venueId: string | undefined): boolean {
  const enabled = venueId !== undefined;
  const id = venueId ?? '';
  const clock = useQuery({ ...clockQuery(id, guessedTimezone().timezone), enabled });
  const hours = useQuery({ ...hoursQuery(id), enabled });
  const tonight = clock.data?.tonight?.day;
  const nights = useQuery({
    ...lastNightsQuery(id, tonight ?? '2000-01-01'),
    enabled: tonight !== undefined,
  });
  if (clock.isPending || hours.isPending) return false;
  return tonight === undefined || !nights.isPending;
}
