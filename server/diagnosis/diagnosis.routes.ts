import { diagnoseComplimentary, diagnosePouringFailure } from '../../contract/orders.ts';
import {
  complimentaryReasons,
  type DiagnosedDrink,
  pouringFailureReasons,
} from '../../rules/diagnosis/diagnosis.ts';
import { reachOf } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { asId } from '../shared/ids.ts';
import type { CallRequest, Mount } from '../http/mount.ts';
import { notFound } from '../shared/errors.ts';
import { findDiagnosedDrink } from './diagnosis.queries.ts';

type Diagnosis = typeof diagnosePouringFailure | typeof diagnoseComplimentary;

export function diagnosisRoutes(mount: Mount, { db }: Pick<AppDeps, 'db'>): void {
  const explain =
    (reasonsOf: (drink: DiagnosedDrink) => string[]) =>
    async ({ actor, params }: CallRequest<Diagnosis>): Promise<string[]> => {
      const orderId = asId(params.orderId, 'drink');
      const drinkId = asId(params.orderedDrinkId, 'drink');
      const drink = await findDiagnosedDrink(db, { orderId, drinkId }, reachOf(actor));
      if (!drink) throw notFound('drink');
      return reasonsOf(drink);
    };
  mount(diagnosePouringFailure, explain(pouringFailureReasons));
  mount(diagnoseComplimentary, explain(complimentaryReasons));
}
