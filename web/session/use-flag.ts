import { useQuery } from '@tanstack/react-query';
import { flagsQuery } from '../calls/flags.ts';
import type { FlagName, FlagPlace } from '../calls/flags.ts';

/** Whether a flag is on; off while it is not known and when it cannot be known. */
export function useFlag(flag: FlagName, place: FlagPlace): boolean {
  const { data } = useQuery(flagsQuery(place));
  return data?.[flag] ?? false;
}
