/** Filters of the audit log and their URL parameters. */
import { dayRange } from '../../../lib/day-range.ts';
import type { AuditFilter } from '../../api/audit.ts';
import { readDay } from '../../components/day-text.ts';
import type { AuditSearch } from '../../paths.ts';

/** Current filters; days are YYYY-MM-DD, null for no bound. */
export interface Narrowing {
  readonly search: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** Parses the filters of a URL; an invalid day is ignored. */
export function readNarrowing(search: Readonly<Record<string, string | undefined>>): Narrowing {
  return {
    search: search['search']?.trim() ?? '',
    from: readDay(search['from'] ?? ''),
    to: readDay(search['to'] ?? ''),
  };
}

export const toSearch = ({ search, from, to }: Narrowing, before?: string): AuditSearch => ({
  search: search.trim() || undefined,
  from: from ?? undefined,
  to: to ?? undefined,
  before,
});

export const isNarrowed = ({ search, from, to }: Narrowing): boolean =>
  search !== '' || from !== null || to !== null;

export const isSame = (one: Narrowing, other: Narrowing): boolean =>
  one.search === other.search && one.from === other.from && one.to === other.to;

/**
 * Query parameters for the server: whole calendar days in the zone.
 * @param timezone IANA name
 * @param ownerId the owner a super admin acts for
 */
export function filterOf(
  { search, from, to }: Narrowing,
  timezone: string,
  ownerId: string | undefined,
): AuditFilter {
  return {
    ownerId,
    search: search === '' ? undefined : search,
    from: from === null ? undefined : dayRange({ from, to: from, timezone }).startMs,
    to: to === null ? undefined : dayRange({ from: to, to, timezone }).endMs - 1,
  };
}
