import { useQuery } from '@tanstack/react-query';
import { flagsQuery } from '../api/flags.ts';
import type { FlagName, FlagScope } from '../api/flags.ts';

/** Returns true when the flag is on; false while it is loading or unavailable. */
export function useFlag(flag: FlagName, place: FlagScope): boolean {
  const { data } = useQuery(flagsQuery(place));
  return data?.[flag] ?? false;
}
