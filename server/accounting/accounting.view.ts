import type { ResponseOf } from '../../contract/endpoint.ts';
import type { getJournal } from '../../contract/accounting.ts';
import { toDollars } from '../../lib/money.ts';
import { totalsOf } from '../../rules/accounting/journal.ts';
import { accountNames } from '../../rules/accounting/journal-messages.ts';
import type { Journal } from './get-journal.ts';

export function journalView(journal: Journal): ResponseOf<typeof getJournal> {
  const { night, isOver, lines, reconciliation } = journal;
  return {
    night: night.day,
    start: new Date(night.startMs).toISOString(),
    end: new Date(night.endMs).toISOString(),
    isOver,
    lines: lines.map(({ account, debitCents, creditCents }) => ({
      account,
      name: accountNames[account],
      debit: toDollars(debitCents),
      credit: toDollars(creditCents),
    })),
    total: toDollars(totalsOf(lines).debitCents),
    reconciliation: {
      report: toDollars(reconciliation.reportCents),
      journal: toDollars(reconciliation.journalCents),
      settledElsewhere: toDollars(reconciliation.settledElsewhereCents),
      ofOtherNights: toDollars(reconciliation.ofOtherNightsCents),
      remainder: toDollars(reconciliation.remainderCents),
    },
  };
}
