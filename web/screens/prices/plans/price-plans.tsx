import { Button } from '@mantine/core';
import { IconCalendarClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { planMessages } from '../../../../rules/prices/plan-text.ts';
import {
  createPricePlan,
  deletePricePlan,
  type PricePlan,
  type PricePlanDraft,
  pricePlansQuery,
  updatePricePlan,
} from '../../../api/price-plans.ts';
import { attempt, offerUndo } from '../../../components/attempt.ts';
import { ContextLine, VenueName } from '../../../components/context-line.tsx';
import { Loaded } from '../../../components/load-error.tsx';
import { useNightRules } from '../../../context/use-night-rules.ts';
import { useActiveUnit, useVenues } from '../../../context/use-venues.ts';
import { paths } from '../../../paths.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { Link, LinkButton } from '../../../ui/link.tsx';
import { loadState } from '../../../ui/load-state.tsx';
import { Card, EmptyState, PageHeader } from '../../../ui/page.tsx';
import { MenuTabs } from '../../../components/menu-tabs.tsx';
import { PricesAt } from './prices-at.tsx';
import { WeekOfPlans } from './week-of-plans.tsx';
import styles from './price-plans.module.css';

const PlanDialog = lazyDialog('Price plan', () => import('./plan-dialog.tsx'));

/** Price plans of a venue: when they set prices, and what drinks cost then. */
export function PricePlans() {
  const venuesKnown = useVenues();
  const { active: venue } = venuesKnown;
  const venueId = venue?.id ?? '';
  const enabled = venue !== undefined;
  const after = [venuesKnown.state];
  const { units } = useActiveUnit(venue?.id, after);
  const { rules, state: clockState } = useNightRules(venue?.id, after);
  const result = useQuery({ ...pricePlansQuery(venueId), enabled });
  const state = loadState(result, { what: 'price plans', after: [...after, clockState] });
  const [isAdding, setIsAdding] = useState(false);
  const [edited, setEdited] = useState<PricePlan | null>(null);
  const clock = rules?.clocks.at(-1);
  const add = async (draft: PricePlanDraft) => {
    const { id } = await createPricePlan(venueId, draft);
    setIsAdding(false);
    if (id === null) return;
    offerUndo(
      `Added ${draft.name}`,
      () => deletePricePlan(venueId, id),
      `${draft.name} was taken back`,
    );
  };
  const save = async (plan: PricePlan, draft: PricePlanDraft) => {
    await updatePricePlan(venueId, plan.id, draft);
    setEdited(null);
    offerUndo(
      `Changed ${draft.name}`,
      () => updatePricePlan(venueId, plan.id, settingsOf(plan)),
      `${plan.name} is as before`,
    );
  };
  return (
    <>
      <PageHeader
        title="Prices"
        documentTitle="Price plans"
        context={
          <ContextLine>
            <VenueName />
            <span className={styles['hint']}> · Plans set prices at certain times</span>
          </ContextLine>
        }
        actions={
          <Button disabled={!clock} onClick={() => setIsAdding(true)}>
            Add plan
          </Button>
        }
        tabs={<MenuTabs current="plans" />}
      />
      <div className="stack gap-18">
        <Card title="Plans">
          {rules === null ? (
            <EmptyState
              icon={IconCalendarClock}
              action={<LinkButton href={paths.venue(venueId)}>Set the clock</LinkButton>}
            >
              {planMessages.noClock}
            </EmptyState>
          ) : (
            <Loaded
              of={state}
              empty={
                <EmptyState
                  icon={IconCalendarClock}
                  action={
                    <Link href={paths.help('how-happy-hour')}>How to set up a happy hour</Link>
                  }
                >
                  There are no plans yet. Add one, such as a happy hour.
                </EmptyState>
              }
            >
              {(plans) => (
                <ul className={styles['plans']}>
                  {plans.map((plan) => (
                    <PlanRow
                      key={plan.id}
                      plan={plan}
                      venueId={venueId}
                      onEdit={() => setEdited(plan)}
                    />
                  ))}
                </ul>
              )}
            </Loaded>
          )}
        </Card>
        {clock && result.data && <WeekOfPlans plans={result.data} clock={clock} />}
        {clock && venue && <PricesAt key={venueId} venueId={venueId} timezone={clock.timezone} />}
      </div>
      {isAdding && (
        <PlanDialog
          venueId={venueId}
          units={units}
          timezone={clock?.timezone ?? ''}
          onSend={add}
          onClose={() => setIsAdding(false)}
        />
      )}
      {edited && (
        <PlanDialog
          venueId={venueId}
          plan={edited}
          units={units}
          timezone={clock?.timezone ?? ''}
          onSend={(draft) => save(edited, draft)}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

function settingsOf(plan: PricePlan): PricePlanDraft {
  const { name, times, change, unitIds, drinkIds, categories, priority } = plan;
  return { name, times, change, unitIds, drinkIds, categories, priority };
}

/** In force now, upcoming, a draft, or ended. */
function standingOf({ state, isInForce, isOver }: PricePlan): { text: string; isOn: boolean } {
  if (state === 'draft') return { text: 'Draft', isOn: false };
  if (state === 'ended' || isOver) return { text: 'Ended', isOn: false };
  return isInForce ? { text: 'In force now', isOn: true } : { text: 'Upcoming', isOn: false };
}

function countText({ length }: readonly string[], one: string): string {
  if (length === 1) return `1 ${one}`;
  return length === 0 ? `All ${one}s` : `${length} ${one}s`;
}

function scopeText({ unitIds, drinkIds, categories, priority }: PricePlan): string {
  const ofCategories = categories.length === 0 ? [] : [`with ${categories.join(', ')}`];
  return [
    countText(drinkIds, 'drink'),
    ...ofCategories,
    `on ${countText(unitIds, 'unit').replace('All', 'all')}`,
    ...(priority > 0 ? [`· priority ${priority}`] : []),
  ].join(' ');
}

interface PlanRowProps {
  readonly plan: PricePlan;
  readonly venueId: string;
  readonly onEdit: () => void;
}

function PlanRow({ plan, venueId, onEdit }: PlanRowProps) {
  const { id, name, when, text, state } = plan;
  const [isSending, setSending] = useState(false);
  const { text: standing, isOn } = standingOf(plan);
  const change = async (to: PricePlan['state'], done: string, undone: string) => {
    setSending(true);
    const isDone = await attempt('price plan', () => updatePricePlan(venueId, id, { state: to }));
    setSending(false);
    if (isDone) offerUndo(done, () => updatePricePlan(venueId, id, { state }), undone);
  };
  const remove = () => attempt('price plan', () => deletePricePlan(venueId, id));
  return (
    <li className={styles['plan']}>
      <span className={styles['words']}>
        <span>
          <bdi className="break-anywhere">{name}</bdi>
          <span className={styles['standing']} data-on={isOn || undefined}>
            {standing}
          </span>
        </span>
        <span>
          {text} · {when}
        </span>
        <span className={styles['hint']}>{scopeText(plan)}</span>
      </span>
      <span className="flex wrap gap-8">
        <Button variant="default" size="compact-sm" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        {state === 'active' && !plan.isOver ? (
          <Button
            variant="default"
            size="compact-sm"
            loading={isSending}
            aria-label={`End ${name} now`}
            onClick={() => void change('ended', `Ended ${name}`, `${name} sets prices again`)}
          >
            End now
          </Button>
        ) : (
          <>
            {!plan.isOver && (
              <Button
                variant="default"
                size="compact-sm"
                loading={isSending}
                aria-label={`Start ${name}`}
                onClick={() => void change('active', `Started ${name}`, `${name} sets no prices`)}
              >
                Start
              </Button>
            )}
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Delete ${name}`}
              onClick={() => void remove()}
            >
              Delete
            </Button>
          </>
        )}
      </span>
    </li>
  );
}
