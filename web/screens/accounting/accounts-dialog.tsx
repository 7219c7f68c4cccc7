import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountNames, journalMessages } from '../../../rules/accounting/journal-messages.ts';
import type { JournalAccount } from '../../../rules/accounting/journal.ts';
import {
  type JournalAccountRow,
  journalAccountsQuery,
  updateJournalAccounts,
} from '../../api/accounting.ts';
import { Loaded } from '../../components/load-error.tsx';
import { DialogForm } from '../../components/sent-form.tsx';
import { TextField } from '../../ui/fields.tsx';
import { loadState } from '../../ui/load-state.tsx';
import { SkeletonLine } from '../../ui/page.tsx';
import styles from './accounting-screen.module.css';

interface AccountsDialogProps {
  readonly venueId: string;
  /** Accounts that an export needs and that have no name yet. */
  readonly needed: readonly JournalAccount[];
  readonly onClose: () => void;
}

type Typed = Readonly<Partial<Record<JournalAccount, { name: string; code: string }>>>;

/** Accounts of the journal, with their names and codes in the owner's accounting software. */
export default function AccountsDialog({ venueId, needed, onClose }: AccountsDialogProps) {
  const [typed, setTyped] = useState<Typed>({});
  const [isTried, setTried] = useState(false);
  const result = useQuery(journalAccountsQuery(venueId));
  const state = loadState(result, { what: 'accounts' });
  const rows = (result.data ?? []).map((row) => ({ ...row, ...typed[row.account] }));
  const send = useMutation({
    mutationFn: () =>
      updateJournalAccounts(
        venueId,
        rows.filter(({ name }) => name.trim() !== ''),
      ),
    onSuccess: onClose,
  });
  const missing = needed.filter((account) =>
    rows.some((row) => row.account === account && row.name.trim() === ''),
  );
  const change = ({ account, name, code }: JournalAccountRow) =>
    setTyped((before) => ({ ...before, [account]: { name, code } }));
  const useUsual = () =>
    setTyped(
      Object.fromEntries(
        rows.map(({ account, name, code }) => [
          account,
          { name: name.trim() === '' ? accountNames[account] : name, code },
        ]),
      ),
    );
  return (
    <DialogForm
      title="Accounts"
      submit="Save accounts"
      sending={send}
      onSend={() => {
        setTried(true);
        if (missing.length === 0) send.mutate();
      }}
      onClose={onClose}
    >
      <p className="dim">{journalMessages.accountsHint}</p>
      <div>
        <Button variant="default" size="compact-sm" onClick={useUsual}>
          Use the usual names of a bar
        </Button>
      </div>
      <Loaded of={state} pending={<SkeletonLine width={24} />}>
        {() => (
          <ul className={styles['accounts']}>
            {rows.map((row) => (
              <li key={row.account}>
                <TextField
                  label={accountNames[row.account]}
                  name={row.account}
                  autoComplete="off"
                  maxLength={200}
                  value={row.name}
                  error={
                    (isTried || needed.length > 0) && missing.includes(row.account)
                      ? journalMessages.needsName(row.account)
                      : undefined
                  }
                  onChange={({ currentTarget: { value } }) => change({ ...row, name: value })}
                />
                <TextField
                  label="Code"
                  aria-label={`Code of ${accountNames[row.account]}`}
                  autoComplete="off"
                  maxLength={20}
                  value={row.code}
                  onChange={({ currentTarget: { value } }) => change({ ...row, code: value })}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </DialogForm>
  );
}
