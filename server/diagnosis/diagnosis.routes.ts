import * as endpoints from '../../contract/cases.ts';
import {
  complimentaryReasons,
  type DiagnosedDrink,
  pouringFailureReasons,
} from '../../rules/diagnosis/diagnosis.ts';
import { maySeeMoney, scopeOf } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { parseId } from '../shared/ids.ts';
import type { EndpointRequest, Mount } from '../http/mount.ts';
import { notFound } from '../shared/errors.ts';
import { acrossVenues } from '../venues/venue-access.ts';
import { findDiagnosedDrink } from './diagnosis.queries.ts';

type Diagnosis = typeof endpoints.diagnosePouringFailure | typeof endpoints.diagnoseComplimentary;

export function diagnosisRoutes(mount: Mount, { db }: Pick<AppDeps, 'db'>): void {
  const explain =
    (reasonsOf: (drink: DiagnosedDrink, seesMoney: boolean) => string[]) =>
    async ({ actor, params }: EndpointRequest<Diagnosis>): Promise<string[]> => {
      const orderId = parseId(params.orderId, 'drink');
      const drinkId = parseId(params.orderedDrinkId, 'drink');
      const drink = await acrossVenues(db, () =>
        findDiagnosedDrink(db, { orderId, drinkId }, scopeOf(actor)),
      );
      if (!drink) throw notFound('drink');
      return reasonsOf(drink, maySeeMoney(actor));
    };
  mount(endpoints.diagnosePouringFailure, explain(pouringFailureReasons));
  mount(endpoints.diagnoseComplimentary, explain(complimentaryReasons));
}
