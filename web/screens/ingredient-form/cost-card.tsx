import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoney } from '../../../lib/money.ts';
import { bottleText } from '../../../rules/loss/costs.ts';
import { costsQuery } from '../../api/costs.ts';
import { Loaded } from '../../components/load-error.tsx';
import { may } from '../../session/permissions.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { loadState } from '../../ui/load-state.tsx';
import { Card, SkeletonLine } from '../../ui/page.tsx';

const CostDialog = lazyDialog('Cost', () => import('../../components/cost-dialog.tsx'));

interface CostCardProps {
  readonly venueId: string;
  readonly ingredientId: string;
}

/** Cost of the ingredient for the venue, in all of its units. */
export function CostCard({ venueId, ingredientId }: CostCardProps) {
  const result = useQuery(costsQuery(venueId));
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title="Cost">
      <Loaded of={loadState(result, { what: 'costs' })} pending={<SkeletonLine width={20} />}>
        {(rows) => {
          const row = rows.find((one) => one.ingredientId === ingredientId);
          if (row === undefined) return null;
          const { cost, name, sizeMl } = row;
          return (
            <div className="stack gap-16">
              <p>
                {cost === null
                  ? 'No cost is entered yet.'
                  : `${formatMoney(cost.cost)} for ${bottleText(cost.bottleMl)}${cost.supplier && `, from ${cost.supplier}`}`}
              </p>
              {may('costs.write') && (
                <div>
                  <Button variant="default" onClick={() => setOpen(true)}>
                    {cost === null ? 'Add cost' : 'Change cost'}
                  </Button>
                </div>
              )}
              {isOpen && (
                <CostDialog
                  venueId={venueId}
                  ingredient={{ id: ingredientId, name, sizeMl }}
                  cost={cost}
                  onClose={() => setOpen(false)}
                />
              )}
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}
