import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import type { Quotas } from '../../../rules/owners/quotas.ts';
import { errorMessage } from '../../api/api-error.ts';
import { invalidate } from '../../api/endpoint-query.ts';
import { ownerQuery, updateOwnerMutation } from '../../api/owners.ts';
import { fieldErrors } from '../../components/field-errors.ts';
import { isChanged, typedText } from '../../components/form-values.ts';
import { useKeptForm } from '../../components/use-kept-form.ts';
import { useUnsaved } from '../../components/use-unsaved.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { TextField } from '../../ui/fields.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonField } from '../../ui/skeletons.tsx';
import { notify } from '../../ui/toasts.tsx';
import { changedLimits } from './limit-values.ts';
import { LimitsSection } from './limits-section.tsx';
import styles from './edit-owner-screen.module.css';

export default function EditOwnerScreen() {
  const { id } = useParams({ from: '/owners/$id/$' });
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);

  const client = useQueryClient();
  const { data: owner, error: loadError, refetch } = useQuery(ownerQuery(id));
  // The fields keep the limits that they were opened with, also when others are read later.
  const [opened, setOpened] = useState<Quotas | null>(null);
  if (owner && opened === null) setOpened(owner.limits);
  const limitsOf = (typed: FormData) =>
    opened ? changedLimits(opened, (name) => typedText(typed, `limits.${name}`)) : {};
  useUnsaved(() => {
    const { current } = form;
    // Number fields are not among the inputs that know what they were opened with.
    return (
      isChanged(current) || Object.keys(limitsOf(new FormData(current ?? undefined))).length > 0
    );
  });
  useKeptForm(`owner ${id}`, form, owner?.id ?? null);
  const update = useMutation({
    ...updateOwnerMutation(id),
    onSuccess: async (saved) => {
      client.removeQueries(ownerQuery(id));
      await invalidate('listOwners');
      notify(`${saved.name} is saved.`, 'success');
      await navigate({ to: '.', href: paths.owners(), ignoreBlocker: true });
    },
  });
  const fields = fieldErrors(update.error);

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (update.isPending || !owner) return;
    const typed = new FormData(event.currentTarget);
    const limits = limitsOf(typed);
    update.mutate({
      name: typedText(typed, 'name'),
      email: typedText(typed, 'email'),
      ...(Object.keys(limits).length > 0 && { limits }),
    });
  };

  return (
    <>
      <PageHeader
        title="Edit owner"
        context={owner?.venues.map(({ name }) => name).join(' · ') ?? ''}
        actions={
          <LinkButton href={paths.owners()} variant="default">
            Back
          </LinkButton>
        }
      />
      <Card>
        {loadError && (
          <ErrorLine onRetry={() => void refetch()}>{errorMessage(loadError)}</ErrorLine>
        )}
        {!loadError && (
          <form
            ref={form}
            noValidate
            className={styles['form']}
            onSubmit={submit}
            aria-busy={!owner}
          >
            {update.error && (
              <ErrorLine>{[...fields.values()].join(' ') || errorMessage(update.error)}</ErrorLine>
            )}
            {owner ? (
              <div className={styles['fields']}>
                <TextField
                  label="Name"
                  name="name"
                  defaultValue={owner.name}
                  error={fields.get('name')}
                />
                <TextField
                  label="Email"
                  name="email"
                  type="email"
                  defaultValue={owner.email}
                  error={fields.get('email')}
                />
              </div>
            ) : (
              <div className={styles['fields']}>
                <SkeletonField label="Name" />
                <SkeletonField label="Email" />
              </div>
            )}
            {/* Remounted with the owner, whose values the fields start with. */}
            <LimitsSection key={owner ? 'shown' : 'loading'} quotas={owner} errors={fields} />
            <Button type="submit" loading={update.isPending} disabled={!owner}>
              Update owner
            </Button>
          </form>
        )}
      </Card>
    </>
  );
}
