import { useQuery } from '@tanstack/react-query';
import { flagsQuery } from '../api/flags.ts';
import type { FlagName, FlagPlace } from '../api/flags.ts';

/** Whether a flag is on; off while it is not known and when it cannot be known. */
export function useFlag(flag: FlagName, place: FlagPlace): boolean {
  const { data } = useQuery(flagsQuery(place));
  return data?.[flag] ?? false;
}
