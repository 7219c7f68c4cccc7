import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { countPlaceKey } from '../../../rules/stock/stock-count.ts';
import { waitingLines } from '../../api/count-queue.ts';
import {
  type CountedPlace,
  discardStockCount,
  endStockCount,
  stockCountQuery,
} from '../../api/stock-counts.ts';
import { attempt } from '../../components/attempt.ts';
import { ContextLine, VenueName } from '../../components/context-line.tsx';
import { Loaded } from '../../components/load-error.tsx';
import { WaitingLine } from '../../components/waiting-line.tsx';
import { paths } from '../../paths.ts';
import { confirm } from '../../ui/confirm.tsx';
import { useSharedValue } from '../../ui/hooks.ts';
import { Link, LinkButton } from '../../ui/link.tsx';
import { loadState } from '../../ui/load-state.tsx';
import { Card, EmptyState, PageHeader, SkeletonCard } from '../../ui/page.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { notify } from '../../ui/toasts.tsx';
import { CountReview } from './count-review.tsx';
import { isCounted } from './counted-places.ts';
import { PlaceCard } from './place-card.tsx';

const steps = { count: 'Count', review: 'Review' } as const;

interface VenueCountProps {
  readonly venueId: string;
  readonly countId: string;
}

/** A count of a venue: one place after the other, and what it changes before it is stored. */
export function VenueCount({ venueId, countId }: VenueCountProps) {
  const navigate = useNavigate();
  const [step, setStep] = useState<keyof typeof steps>('count');
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const [isEnding, setIsEnding] = useState(false);
  const waiting = useSharedValue(waitingLines).filter((line) => line.countId === countId);
  const result = useQuery(stockCountQuery(venueId, countId));
  // What was read stays in use while the network is lost.
  const { data } = result;
  const state = loadState(result, {
    what: 'count',
    isEmpty: ({ places }) => places.length === 0,
  });
  const places = (data?.places ?? []).map((place) => ({
    ...place,
    waiting: waiting.filter((line) => countPlaceKey(line) === countPlaceKey(place)),
  }));
  const counted = places.filter(isCounted).length;
  const leave = () => navigate({ to: '.', href: paths.stock() });
  const end = async () => {
    setIsEnding(true);
    await attempt('count', async () => {
      const ended = await endStockCount(venueId, countId, [...chosen.values()]);
      await leave();
      notify(endedText(ended.places), 'success', 'ended count');
    });
    setIsEnding(false);
  };
  const discard = async () => {
    const isSure = await confirm({
      text: 'Discard this count?',
      details: ['What was counted is deleted. No level changes.'],
      confirmLabel: 'Discard count',
      danger: true,
    });
    if (!isSure) return;
    await attempt('count', async () => {
      await discardStockCount(venueId, countId);
      await leave();
    });
  };
  const hasEnded = data !== undefined && data.endedAt !== null;
  return (
    <>
      <PageHeader
        title="Count"
        breadcrumb={<Link href={paths.stock()}>Stock</Link>}
        context={
          <ContextLine>
            <VenueName />
            {data && !hasEnded && (
              <span>
                {' '}
                · {counted} of {places.length} counted
              </span>
            )}
          </ContextLine>
        }
        actions={
          data &&
          !hasEnded && (
            <Button variant="default" onClick={() => void discard()}>
              Discard
            </Button>
          )
        }
      />
      <WaitingLine
        what="place"
        count={waiting.length}
        sentAs="once, with the time at which it was counted"
      />
      <Loaded
        of={state}
        pending={<SkeletonCard />}
        empty={
          <Card>
            <EmptyState>Nothing is loaded in the units of this venue yet.</EmptyState>
          </Card>
        }
      >
        {() =>
          hasEnded ? (
            <Card>
              <EmptyState action={<LinkButton href={paths.stock()}>Stock</LinkButton>}>
                This count has ended.
              </EmptyState>
            </Card>
          ) : (
            <div className="stack gap-18">
              <div className="flex">
                <SegmentedChoice label="Step" options={steps} value={step} onChange={setStep} />
              </div>
              {step === 'count' ? (
                <PlaceCard
                  places={places}
                  venueId={venueId}
                  countId={countId}
                  onDone={() => setStep('review')}
                />
              ) : (
                <CountReview
                  places={places}
                  chosen={chosen}
                  isEnding={isEnding}
                  onChoose={(place, key) => setChosen(new Map(chosen).set(place, key))}
                  onEnd={() => void end()}
                />
              )}
            </div>
          )
        }
      </Loaded>
    </>
  );
}

function endedText(places: readonly CountedPlace[]): string {
  const results = places.flatMap(({ lines }) => lines.flatMap(({ result }) => result ?? []));
  const counted = results.filter((one) => one === 'counted').length;
  const stayed = results.length - counted;
  const text = `Counted ${counted === 1 ? '1 place' : `${counted} places`}`;
  return stayed === 0 ? text : `${text}; ${stayed} stayed as they were`;
}
