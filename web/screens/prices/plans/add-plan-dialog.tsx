import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fullDayName } from '../../../../lib/day-name.ts';
import { dateAndTimeIn } from '../../../../lib/time-in-zone.ts';
import { timeThereText } from '../../../../rules/nights/night-text.ts';
import { drinksQuery } from '../../../api/drinks.ts';
import {
  planPreviewQuery,
  type PlanPreview,
  type PricePlanDraft,
} from '../../../api/price-plans.ts';
import { planRehearsalQuery } from '../../../api/prices.ts';
import type { Unit } from '../../../api/units.ts';
import { Loaded } from '../../../components/load-error.tsx';
import { DialogForm } from '../../../components/sent-form.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { loadState } from '../../../ui/load-state.tsx';
import { ChangeFields, changeOf, type TypedChange } from '../change-fields.tsx';
import { PricePreview, RehearsalPart } from '../price-preview.tsx';
import { ScopeFields, type TypedScope, scopeOf } from './scope-fields.tsx';
import { TimesFields, timesOf, type TypedTimes } from './times-fields.tsx';
import styles from './price-plans.module.css';

interface AddPlanDialogProps {
  readonly venueId: string;
  readonly units: readonly Unit[];
  readonly timezone: string;
  readonly onAdd: (draft: PricePlanDraft) => Promise<void>;
  readonly onClose: () => void;
}

const weekend = 5;
const pauseMs = 200;

/** Adds a plan, with the prices before and after and the plans that it conflicts with. */
export default function AddPlanDialog(props: AddPlanDialogProps) {
  const { venueId, units, timezone, onAdd, onClose } = props;
  const [name, setName] = useState('');
  const [change, setChange] = useState<TypedChange>({
    operation: 'lower %',
    amount: '',
    rounding: '0.25',
    floor: '',
  });
  const [times, setTimes] = useState<TypedTimes>({
    repeats: 'weekly',
    weekdays: Array.from({ length: weekend }, (_, nth) => nth + 1),
    from: '17:00',
    until: '19:00',
    firstDay: null,
    lastDay: null,
    start: '',
    end: '',
  });
  const [scope, setScope] = useState<TypedScope>({ unitId: '', drinks: 'all', names: [] });
  const { data: drinks = [] } = useQuery(drinksQuery(venueId));
  const draft = draftOf(name, {
    change: changeOf(change),
    times: timesOf(times),
    scope: scopeOf(scope, drinks),
  });
  const [previewed] = useDebouncedValue(draft, pauseMs);
  const send = useMutation({ mutationFn: onAdd });
  return (
    <DialogForm
      title="Add plan"
      submit="Add plan"
      submitProps={{ disabled: draft === null || name.trim() === '' }}
      sending={send}
      isAtFields={false}
      onSend={() => {
        if (draft && name.trim() !== '') send.mutate(draft);
      }}
      onClose={onClose}
    >
      <TextField
        label="Name"
        data-autofocus
        maxLength={80}
        placeholder="Happy hour"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <ChangeFields typed={change} onChange={setChange} />
      <TimesFields typed={times} onChange={setTimes} />
      <ScopeFields typed={scope} onChange={setScope} units={units} drinks={drinks} />
      {previewed === null ? (
        <p className={styles['hint']}>Each price is shown here before the plan is stored.</p>
      ) : (
        <Preview venueId={venueId} draft={previewed} timezone={timezone} />
      )}
    </DialogForm>
  );
}

interface Parts {
  readonly change: PricePlanDraft['change'] | null;
  readonly times: PricePlanDraft['times'] | null;
  readonly scope: ReturnType<typeof scopeOf>;
}

/** Null while something is missing besides the name. */
const draftOf = (name: string, { change, times, scope }: Parts): PricePlanDraft | null =>
  change && times && scope && { name: name.trim() || 'Plan', change, times, ...scope };

interface PreviewProps {
  readonly venueId: string;
  readonly draft: PricePlanDraft;
  readonly timezone: string;
}

function Preview({ venueId, draft, timezone }: PreviewProps) {
  // The same for any name.
  const { name: _, ...rehearsed } = draft;
  const preview = useQuery({
    ...planPreviewQuery(venueId, { ...rehearsed, name: 'Plan' }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded of={loadState(preview, { what: 'preview' })}>
      {({ drinks, conflicts, when }) => (
        <>
          <p className={styles['hint']} aria-live="polite">
            {drinks.length === 1 ? '1 price changes' : `${drinks.length} prices change`}: {when}
          </p>
          {drinks.length > 0 && <PricePreview rows={drinks} />}
          {draft.times.repeats === 'weekly' && (
            <RehearsalPart queryFor={(more) => planRehearsalQuery(venueId, rehearsed, more)} />
          )}
          {conflicts.length > 0 && (
            <ul className={styles['conflicts']} aria-label="Conflicts">
              {conflicts.map((conflict) => (
                <li key={conflict.id}>{conflictText(conflict, timezone)}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </Loaded>
  );
}

/** "Late night sets the price of 5 of these drinks too, first on Jun 12, 2026, 5:00 PM. It counts for 3 of them." */
function conflictText(
  { name, at, drinks, lost }: PlanPreview['conflicts'][number],
  timezone: string,
): string {
  const ms = Date.parse(at);
  const first = `${fullDayName(dateAndTimeIn(ms, timezone).date)}, ${timeThereText(ms, timezone)}`;
  const both = `${name} sets the price of ${drinks === 1 ? '1 of these drinks' : `${drinks} of these drinks`} too, first on ${first}.`;
  const counts =
    lost === 0
      ? 'This plan counts.'
      : lost === drinks
        ? 'It counts instead of this plan.'
        : `It counts for ${lost} of them.`;
  return `${both} ${counts}`;
}
