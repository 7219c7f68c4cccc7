import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { termsQuery } from '../../api/settings.ts';
import { paths } from '../../paths.ts';
import { isSuperAdmin } from '../../session/claims.ts';
import { useOwnerContext } from '../../context/owner-context.ts';
import { useSession } from '../../session/session.ts';
import { Lost } from '../../components/lost.tsx';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SaveState } from '../../ui/save-state.tsx';
import { SkeletonField } from '../../ui/skeletons.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import styles from './settings-screen.module.css';
import { useTermsDraft } from './use-terms-draft.ts';

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
      <PageHeader
        title="New Settings"
        context={contextOf(isAdmin, actsFor?.name)}
        actions={<Link href={paths.audit()}>Activity log</Link>}
      />
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
            <Lost what="terms" onRetry={refetch} />
          ) : (
            <SkeletonField label="Terms and Conditions" rows={12} />
          )}
          {/* Text that was not seen cannot be replaced. The bar is remounted, so that it causes no layout shift. */}
          {!isLoadingError && (
            <div key={data ? 'ready' : 'waiting'} className={styles['foot']}>
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
