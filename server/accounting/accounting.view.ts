import type { EndpointResponse } from '../../contract/endpoints.ts';
import { toDollars } from '../../lib/money.ts';
import {
  type AccountMapping,
  entryDescription,
  entryNumber,
  type JournalEntry,
  unmappedAccounts,
} from '../../rules/accounting/journal-files.ts';
import { accountNames } from '../../rules/accounting/journal-messages.ts';
import { journalAccounts, type JournalLine, totalsOf } from '../../rules/accounting/journal.ts';
import type { ExportRow } from './exports.queries.ts';
import type { BookedNight, Journal } from './get-journal.ts';

const lineView = ({ account, debitCents, creditCents }: JournalLine) => ({
  account,
  name: accountNames[account],
  debit: toDollars(debitCents),
  credit: toDollars(creditCents),
});

const totalView = (lines: readonly JournalLine[]): number => toDollars(totalsOf(lines).debitCents);

export function journalView(journal: Journal): EndpointResponse<'getJournal'> {
  const { night, isOver, lines, reconciliation } = journal;
  return {
    night: night.day,
    start: new Date(night.startMs).toISOString(),
    end: new Date(night.endMs).toISOString(),
    isOver,
    lines: lines.map(lineView),
    total: totalView(lines),
    reconciliation: {
      report: toDollars(reconciliation.reportCents),
      journal: toDollars(reconciliation.journalCents),
      late: toDollars(reconciliation.lateCents),
      settledElsewhere: toDollars(reconciliation.settledElsewhereCents),
      ofOtherNights: toDollars(reconciliation.ofOtherNightsCents),
      remainder: toDollars(reconciliation.remainderCents),
    },
  };
}

/** An exported entry; an account that had no code then has the one that it has now. */
export const entryOf = (row: ExportRow, mapping: AccountMapping): JournalEntry => ({
  number: entryNumber(row.venue_id, row.night, row.version),
  night: row.night,
  date: row.dated,
  description: entryDescription(row.night, row.version),
  location: row.location,
  lines: row.lines.map((line) => ({
    ...line,
    code: line.code === '' ? (mapping[line.account]?.code ?? '') : line.code,
  })),
});

function entryView(row: ExportRow, mapping: AccountMapping) {
  const { number, date, description, location, lines } = entryOf(row, mapping);
  return {
    version: row.version,
    number,
    date,
    description,
    location,
    exportedAt: row.exported_at.toISOString(),
    exportedBy: row.exported_by,
    changes: Object.entries(row.upto).map(([unit, last]) => ({
      unitNumber: Number(unit),
      number: last,
    })),
    lines: lines.map(({ name, code, ...line }) => ({ ...lineView(line), name, code })),
    total: totalView(lines),
  };
}

export function journalNightView(
  { night, entries, pending }: BookedNight,
  mapping: AccountMapping,
  now: Date,
): EndpointResponse<'listJournalNights'>[number] {
  return {
    night: night.day,
    start: new Date(night.startMs).toISOString(),
    end: new Date(night.endMs).toISOString(),
    isOver: night.endMs <= now.getTime(),
    entries: entries.map((row) => entryView(row, mapping)),
    pending: pending.map((line) => ({
      ...lineView(line),
      name: mapping[line.account]?.name ?? accountNames[line.account],
    })),
    pendingTotal: totalView(pending),
    unnamed: unmappedAccounts(pending, mapping),
  };
}

export const accountsView = (mapping: AccountMapping): EndpointResponse<'getJournalAccounts'> =>
  journalAccounts.map((account) => ({
    account,
    ...(mapping[account] ?? { name: '', code: '' }),
  }));
