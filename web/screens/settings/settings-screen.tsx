import { Button, Textarea, type TextareaProps } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { acting } from '../../api/people.ts';
import { LoadError } from '../../components/load-error.tsx';
import { useKeeping, useKept, useUnsaved } from '../../components/form-state.ts';
import { useOwnerContext } from '../../context/owner-context.ts';
import { isSuperAdmin } from '../../session/claims.ts';
import { useSession } from '../../session/session.ts';
import { Card, PageHeader, SkeletonField } from '../../ui/page.tsx';
import { SaveState, type SaveStatus } from '../../ui/save-state.tsx';
import styles from './settings-screen.module.css';

/** Label for the owner of the terms. */
function contextOf(isAdmin: boolean, ownerName: string | undefined): string {
  if (!isAdmin) return 'Shown to the guests of your venues.';
  return ownerName === undefined
    ? 'The text of the platform, for owners who have none of their own.'
    : `The text of ${ownerName}.`;
}

export default function SettingsScreen() {
  const session = useSession();
  const { owner } = useOwnerContext();
  const isAdmin = session !== null && isSuperAdmin(session.claims);
  const actsFor = isAdmin ? owner : null;
  const { data, error, isLoadingError, refetch } = useQuery(termsQuery(actsFor?.id ?? null));
  const draft = useTermsDraft(actsFor?.id ?? null, data?.terms);

  useEffect(() => {
    // What went wrong goes only to the console.
    if (error) console.error(error);
  }, [error]);

  return (
    <>
      <PageHeader title="New Settings" context={contextOf(isAdmin, actsFor?.name)} />
      <Card>
        <form
          className={styles['form']}
          onSubmit={(event) => {
            event.preventDefault();
            void draft.save();
          }}
        >
          {data ? (
            <TextAreaField
              label="Terms and Conditions"
              minRows={12}
              maxRows={30}
              value={draft.text}
              onChange={(event) => draft.type(event.currentTarget.value)}
            />
          ) : isLoadingError ? (
            <LoadError what="terms" onRetry={refetch} />
          ) : (
            <SkeletonField label="Terms and Conditions" rows={12} />
          )}
          {/* Text that was not seen cannot be replaced. The bar is remounted, so that it causes no layout shift. */}
          {!isLoadingError && (
            <div key={data ? 'ready' : 'waiting'} className="flex wrap align-center gap-16">
              <Button type="submit" disabled={!data} loading={draft.status === 'saving'}>
                Save
              </Button>
              <SaveState status={draft.status} />
            </div>
          )}
        </form>
      </Card>
    </>
  );
}

interface TermsDraft {
  readonly text: string;
  readonly status: SaveStatus;
  type(text: string): void;
  save(): Promise<void>;
}

/**
 * Draft of the terms next to the stored text. After a failed save the text stays unsaved; input is never reverted, not
 * even by a late response.
 */
export function useTermsDraft(ownerId: string | null, stored: string | undefined): TermsDraft {
  const client = useQueryClient();
  const id = `terms ${ownerId ?? ''}`;
  const kept = useKept(id, (value) => (typeof value === 'string' ? value : null));
  const [typed, setTyped] = useState(kept);
  const [saving, setSaving] = useState(false);
  const [saved, setSaved] = useState(false);
  const text = typed ?? stored ?? '';
  const unsaved = typed !== null && stored !== undefined && typed !== stored;
  useUnsaved(unsaved);
  useKeeping(id, unsaved ? typed : null);

  const save = async () => {
    setSaving(true);
    try {
      await updateTerms(ownerId, text);
      client.setQueryData(termsQuery(ownerId).queryKey, { terms: text });
      setSaved(true);
    } catch (error) {
      console.error(error);
    } finally {
      setSaving(false);
    }
  };

  return {
    text,
    status: saving ? 'saving' : unsaved ? 'unsaved' : saved ? 'saved' : 'clean',
    type: setTyped,
    save,
  };
}

/** Auto-growing text area; a separate file, because the first load of a screen contains only the field kinds it uses. */
export const TextAreaField = (props: TextareaProps & { readonly label: string }) => (
  <Textarea size="sm" autosize {...props} />
);

/** @param ownerId the owner a super admin acts for; null for the account's own, or the platform's */
export const termsQuery = (ownerId: string | null) =>
  endpointQuery('getTerms', { query: acting(ownerId) });

export const updateTerms = (ownerId: string | null, terms: string) =>
  api.updateTerms({ query: acting(ownerId), body: { terms } });
