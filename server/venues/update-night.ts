import type { BodyOf } from '../../contract/endpoint.ts';
import type { updateNight as nightEndpoint } from '../../contract/nights.ts';
import { formatInZone } from '../../lib/time-in-zone.ts';
import { nightMessages } from '../../rules/nights/night-messages.ts';
import { limitsOfEnd, type Night, nightOf, type NightRules } from '../../rules/nights/nights.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import type { ChangedBy } from '../shared/require-account.ts';
import { lockVenue } from './venues.queries.ts';
import { findNightRules, listNightRows, type NightRow, upsertNight } from './nights.queries.ts';

/** Changes one night of a venue with a clock: its end, and if it was closed or special. */
export function updateNight(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  venueId: string,
  day: string,
  changes: BodyOf<typeof nightEndpoint>,
  by: ChangedBy,
): Promise<{ night: Night; row: NightRow }> {
  return db.transaction().execute(async (transaction) => {
    const venue = await lockVenue(transaction, venueId);
    const rules = await findNightRules(transaction, venueId);
    if (!rules) throw fieldError({ day: nightMessages.noClock }, 409);
    if (changes.endsAt) requireEnd(rules, day, changes.endsAt);
    const [found] = await listNightRows(transaction, venueId, day, day);
    const before = found ?? {
      venue_id: venueId,
      day,
      ends_at: null,
      closed: false,
      special: false,
      note: '',
    };
    const row: NightRow = {
      venue_id: venueId,
      day,
      ends_at: changes.endsAt === undefined ? before.ends_at : changes.endsAt,
      closed: changes.closed ?? before.closed,
      special: changes.special ?? before.special,
      note: changes.note ?? before.note,
    };
    const [oldValue, newValue] = [nightFields(before), nightFields(row)];
    if (JSON.stringify(oldValue) !== JSON.stringify(newValue)) {
      await upsertNight(transaction, row);
      await insertAudit(transaction, {
        at: now(),
        actor: by.actor,
        ownerId: venue.owner_id,
        address: by.address,
        action: 'venue.night_updated',
        target: `night of ${day} at ${venue.name}`,
        oldValue,
        newValue,
      });
    }
    const ends = new Map(rules.ends);
    if (row.ends_at) ends.set(day, row.ends_at.getTime());
    else ends.delete(day);
    return { night: nightOf({ ...rules, ends }, day), row };
  });
}

const nightFields = ({ ends_at: endsAt, closed, special, note }: NightRow) => ({
  endsAt: endsAt?.toISOString() ?? null,
  closed,
  special,
  note,
});

function requireEnd(rules: NightRules, day: string, endsAt: Date): void {
  const { earliestMs, latestMs } = limitsOfEnd(rules, day);
  const endMs = endsAt.getTime();
  if (endMs >= earliestMs && endMs <= latestMs) return;
  const { timezone } = nightOf(rules, day);
  const [earliest, latest] = [earliestMs, latestMs].map((ms) => formatInZone(ms, timezone));
  throw fieldError({ endsAt: nightMessages.badEnd(earliest ?? '', latest ?? '') });
}
