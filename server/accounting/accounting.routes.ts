import { Readable } from 'node:stream';
import * as endpoints from '../../contract/accounting.ts';
import { accountsWithoutCode, journalFile } from '../../rules/accounting/journal-files.ts';
import { journalMessages, mostJournalNights } from '../../rules/accounting/journal-messages.ts';
import { countDays } from '../../rules/nights/nights.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import { auditContext } from '../shared/require.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { accountsView, entryOf, journalNightView, journalView } from './accounting.view.ts';
import { exportJournal, listJournalNights } from './export-journal.ts';
import { listExports, readMapping } from './exports.queries.ts';
import { getJournal } from './get-journal.ts';
import { updateJournalAccounts } from './journal-accounts.ts';

export function accountingRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.getJournal, async ({ actor, params, query, reads }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const { db, now } = deps;
    return journalView(await getJournal({ db, now, reads }, venue.id, query));
  });

  mount(endpoints.listJournalNights, async ({ actor, params, query }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const { nights, mapping } = await listJournalNights(deps, venue, query);
    return nights.map((night) => journalNightView(night, mapping, deps.now()));
  });

  mount(endpoints.exportJournal, async ({ actor, params, body, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const by = auditContext({ actor, raw });
    const { nights, mapping, added } = await exportJournal(
      deps,
      venue,
      params.night,
      body.timezone,
      by,
    );
    const [night] = nights;
    if (!night) throw new RangeError('A day is a night of its own');
    return { night: journalNightView(night, mapping, deps.now()), added };
  });

  mount(endpoints.downloadJournalEntries, async ({ actor, params, query, reply }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const { from, to, format } = query;
    if (countDays(from, to) > mostJournalNights)
      throw fieldError({ to: journalMessages.tooManyNights });
    const mapping = await readMapping(deps.db, venue.owner_id);
    const rows = await listExports(deps.db, venue.id, { from, to });
    const entries = rows.map((row) => entryOf(row, mapping));
    const missing = format === 'xero' ? accountsWithoutCode(entries) : [];
    if (missing.length > 0)
      throw fieldError(
        Object.fromEntries(missing.map((account) => [account, journalMessages.needsCode(account)])),
      );
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="journal-${from}-${format}.csv"`);
    return Readable.from([journalFile(format, entries)]);
  });

  mount(endpoints.getJournalAccounts, async ({ actor, params }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    return accountsView(await readMapping(deps.db, venue.owner_id));
  });

  mount(endpoints.updateJournalAccounts, async ({ actor, params, body, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    return accountsView(
      await updateJournalAccounts(deps, venue, body, auditContext({ actor, raw })),
    );
  });
}
