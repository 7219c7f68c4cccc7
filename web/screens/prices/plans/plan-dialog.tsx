import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fullDayName } from '../../../../lib/day-name.ts';
import { dateAndTimeIn } from '../../../../lib/time-in-zone.ts';
import { timeThereText } from '../../../../rules/nights/night-text.ts';
import { type Drink, drinksQuery } from '../../../api/drinks.ts';
import {
  planPreviewQuery,
  type PlanPreview,
  type PricePlan,
  type PricePlanDraft,
} from '../../../api/price-plans.ts';
import { planRehearsalQuery } from '../../../api/prices.ts';
import type { Unit } from '../../../api/units.ts';
import { Loaded } from '../../../components/load-error.tsx';
import { DialogForm } from '../../../components/sent-form.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { loadState } from '../../../ui/load-state.tsx';
import { ChangeFields, changeOf, type TypedChange, typedChange } from '../change-fields.tsx';
import { PreviewPlace, PricePreview, RehearsalPart } from '../price-preview.tsx';
import { everywhere, ScopeFields, scopeOf, type TypedScope, typedScope } from './scope-fields.tsx';
import { happyHour, TimesFields, timesOf, type TypedTimes, typedTimes } from './times-fields.tsx';
import pricesStyles from '../prices-screen.module.css';
import styles from './price-plans.module.css';

interface PlanDialogProps {
  readonly venueId: string;
  /** That is edited; a new one without. */
  readonly plan?: PricePlan;
  readonly units: readonly Unit[];
  readonly timezone: string;
  readonly onSend: (draft: PricePlanDraft) => Promise<void>;
  readonly onClose: () => void;
}

const pauseMs = 200;
const noDrinks: readonly Drink[] = [];
const lowered: TypedChange = { operation: 'lower %', amount: '', rounding: '0.25', floor: '' };

/** Adds or edits a plan, with the prices before and after and the plans that it conflicts with. */
export default function PlanDialog(props: PlanDialogProps) {
  const { venueId, plan, units, timezone, onSend, onClose } = props;
  const [name, setName] = useState(plan?.name ?? '');
  const [change, setChange] = useState<TypedChange>(plan ? typedChange(plan.change) : lowered);
  const [times, setTimes] = useState<TypedTimes>(plan ? typedTimes(plan.times) : happyHour);
  const [priority, setPriority] = useState(plan?.priority ?? 0);
  const [isDraft, setIsDraft] = useState(false);
  // Null while it is that of the plan, whose drinks are read meanwhile.
  const [typed, setScope] = useState<TypedScope | null>(plan ? null : everywhere);
  const { data: drinks = noDrinks } = useQuery(drinksQuery(venueId));
  const scope = typed ?? (plan ? typedScope(plan, drinks) : everywhere);
  const draft = draftOf(name, {
    change: changeOf(change),
    times: timesOf(times),
    scope: typed === null && plan ? scopeOfPlan(plan) : scopeOf(scope, drinks),
    priority,
  });
  const [previewed] = useDebouncedValue(draft, pauseMs);
  const send = useMutation({ mutationFn: onSend });
  return (
    <DialogForm
      title={plan ? 'Edit plan' : 'Add plan'}
      submit={plan ? 'Save' : 'Add plan'}
      submitProps={{ disabled: draft === null || name.trim() === '' }}
      sending={send}
      isAtFields={false}
      onSend={() => {
        if (draft && name.trim() !== '')
          send.mutate(isDraft ? { ...draft, state: 'draft' } : draft);
      }}
      onClose={onClose}
    >
      <TextField
        label="Name"
        maxLength={80}
        placeholder="Happy hour"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <ChangeFields typed={change} onChange={setChange} />
      <TimesFields typed={times} onChange={setTimes} />
      <div className={pricesStyles['pair']}>
        <SelectField
          label="Priority"
          description="Of several plans the highest counts, then the lower price"
          value={String(priority)}
          data={priorities}
          onChange={({ currentTarget }) => setPriority(Number(currentTarget.value))}
        />
        {!plan && (
          <SelectField
            label="Start"
            description="A draft sets no prices until it is started"
            value={isDraft ? 'draft' : 'active'}
            data={starts}
            onChange={({ currentTarget }) => setIsDraft(currentTarget.value === 'draft')}
          />
        )}
      </div>
      <ScopeFields typed={scope} onChange={setScope} units={units} drinks={drinks} />
      <PreviewPlace draft={previewed} hint="Each price is shown here before the plan is stored.">
        {(complete) => (
          <Preview
            venueId={venueId}
            draft={plan ? { ...complete, id: plan.id } : complete}
            timezone={timezone}
          />
        )}
      </PreviewPlace>
    </DialogForm>
  );
}

const priorities = Array.from({ length: 10 }, (_, nth) => ({
  value: String(nth),
  label: nth === 0 ? '0 (usual)' : String(nth),
}));

const starts = [
  { value: 'active', label: 'Now' },
  { value: 'draft', label: 'Later: save a draft' },
];

const scopeOfPlan = ({ unitIds, drinkIds, categories }: PricePlan) => ({
  unitIds,
  drinkIds,
  categories,
});

interface Parts {
  readonly change: PricePlanDraft['change'] | null;
  readonly times: PricePlanDraft['times'] | null;
  readonly scope: ReturnType<typeof scopeOf>;
  readonly priority: number;
}

/** Null while something is missing besides the name. */
const draftOf = (name: string, { change, times, scope, priority }: Parts): PricePlanDraft | null =>
  change && times && scope && { name: name.trim() || 'Plan', change, times, ...scope, priority };

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
