import { alertView } from '../alerts/alerts.view.ts';
import { caseView } from '../cases/cases.view.ts';
import { certificateView } from '../certificates/certificates.view.ts';
import { saleView } from '../orders/sale.view.ts';
import type { EventViews } from './events.ts';

/** Data of events: the shapes of the API. A sale has the index of the drink that the event concerns, if it concerns one. */
export const eventViews: EventViews = {
  sale: (sale, drinkIndex) => ({
    ...saleView(sale, false),
    ...(drinkIndex !== null && { drinkIndex }),
  }),
  case: caseView,
  alert: alertView,
  night: (certificate, versions) => certificateView({ certificate, versions: [...versions] }),
};
