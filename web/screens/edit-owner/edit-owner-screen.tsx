import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type SyntheticEvent, useRef, useState } from 'react';
import {
  nearlyFull,
  type QuotaName,
  quotaNames,
  type Quotas,
  usualQuotas,
} from '../../../rules/owners/quotas.ts';
import { errorMessage } from '../../api/api-error.ts';
import { invalidate } from '../../api/endpoint-query.ts';
import { ownerQuery, updateOwnerMutation } from '../../api/owners.ts';
import {
  fieldErrors,
  isChanged,
  typedText,
  useKeptForm,
  useUnsaved,
} from '../../components/form-state.ts';
import { LoadError } from '../../components/load-error.tsx';
import { paths } from '../../paths.ts';
import { Card, ErrorLine, PageHeader, SkeletonField, SkeletonLine } from '../../ui/page.tsx';
import { TextField } from '../../ui/fields.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { notify } from '../../ui/toasts.tsx';
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
        {loadError && <LoadError what="owner" error={loadError} onRetry={refetch} />}
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

interface LimitsSectionProps {
  /** Undefined while loading. */
  readonly quotas: { readonly limits: Quotas; readonly used: Quotas } | undefined;
  /** Errors by the name of the limit. */
  readonly errors: ReadonlyMap<string, string>;
}

/** What the owner may store: each limit with its use, and a field for a limit of their own. */
export function LimitsSection({ quotas, errors }: LimitsSectionProps) {
  const near = quotas ? nearlyFull(quotas.limits, quotas.used) : [];
  return (
    <section aria-labelledby="limits" className={styles['section']}>
      <h2 id="limits" className={styles['title']}>
        Limits
      </h2>
      <p className={styles['hint']}>
        What this owner can store, in all venues together. Leave a field empty for the usual limit.
      </p>
      <ul className={styles['list']}>
        {quotaNames.map((name) => {
          const used = quotas?.used[name] ?? 0;
          const usual = usualQuotas[name];
          const limit = quotas?.limits[name] ?? usual;
          const unit = unitOf(name);
          const percent = used > 0 ? Math.min(100, (100 * used) / Math.max(limit, 1)) : 0;
          return (
            <li key={name} className={styles['row']}>
              <div className={styles['use']}>
                <span className="medium">{limitLabels[name]}</span>
                <span className={styles['amount']}>
                  {quotas ? (
                    `${amountText(name, used)} of ${withUnit(name, limit)}`
                  ) : (
                    <SkeletonLine width={10} />
                  )}
                </span>
                <span
                  className={styles['track']}
                  data-state={near.includes(name) ? 'near' : 'free'}
                  aria-hidden="true"
                >
                  <span style={{ width: `${percent}%` }} />
                </span>
                {limit !== usual && (
                  <span className={styles['usual']}>{`Usual limit ${withUnit(name, usual)}`}</span>
                )}
              </div>
              <NumberField
                label={`Limit of ${limitLabels[name].toLowerCase()}${unit && ` in ${unit}`}`}
                labelProps={{ className: 'sr-only' }}
                className={styles['field'] ?? ''}
                name={`limits.${name}`}
                defaultValue={limit === usual ? '' : shownAmount(name, limit)}
                placeholder={amountText(name, usual)}
                disabled={!quotas}
                allowNegative={false}
                allowDecimal={name === 'imageBytes'}
                thousandSeparator=","
                inputMode="decimal"
                autoComplete="off"
                rightSection={unit && <span className="dim text-13">{unit}</span>}
                rightSectionWidth={44}
                rightSectionPointerEvents="none"
                error={errors.get(`limits.${name}`)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

// Limits as the screen shows and reads them: pictures in MB, everything else as it is counted.

export const limitLabels: Record<QuotaName, string> = {
  venues: 'Venues',
  units: 'Units',
  unitKeys: 'Unit keys',
  ingredients: 'Ingredients',
  drinks: 'Drinks',
  imageBytes: 'Pictures',
};

const bytesPerMb = 1_000_000;

/** Unit of measurement of a limit; empty for a count. */
export const unitOf = (name: QuotaName): string => (name === 'imageBytes' ? 'MB' : '');

/** A limit in the unit of its field. */
export const shownAmount = (name: QuotaName, amount: number): number =>
  name === 'imageBytes' ? amount / bytesPerMb : amount;

/** An amount as text, such as `1,000`. */
export const amountText = (name: QuotaName, amount: number): string =>
  shownAmount(name, amount).toLocaleString('en-US', { maximumFractionDigits: 1 });

/** An amount with its unit, such as `500 MB`. */
export const withUnit = (name: QuotaName, amount: number): string =>
  [amountText(name, amount), unitOf(name)].filter(Boolean).join(' ');

/**
 * Limits that differ from the stored ones, to be sent; null returns to the usual limit.
 * @param typed text of each field
 */
export function changedLimits(
  limits: Quotas,
  typed: (name: QuotaName) => string,
): Partial<Record<QuotaName, number | null>> {
  const changes: Partial<Record<QuotaName, number | null>> = {};
  for (const name of quotaNames) {
    const text = typed(name).replaceAll(',', '').trim();
    const limit = text === '' ? null : amountOf(name, Number(text));
    if ((limit ?? usualQuotas[name]) !== limits[name]) changes[name] = limit;
  }
  return changes;
}

const amountOf = (name: QuotaName, number: number): number =>
  name === 'imageBytes' ? Math.round(number * bytesPerMb) : number;
