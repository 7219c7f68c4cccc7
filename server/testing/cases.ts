/** Test helpers: sales of which drinks are not poured, and the inbox of their cases. */
import { expect } from 'vitest';
import { app, owner, sell, unit } from './refunds.ts';

export const blocked = (position = '2') => ({
  ingredientId: unit.cola,
  position,
  ml: 12,
  ms: 900,
  outcome: 'blocked',
});
/** Sells Cuba Libres ($9) of which none is poured by default, through position 2, which is blocked. */
export const fail = (drink: object = {}, sale: object = {}) =>
  sell({
    drinks: [{ drinkId: unit.cubaLibre, successQuantity: 0, pours: [blocked()], ...drink }],
    tips: 0,
    ...sale,
  });
const path = (query = '') => `/api/venues/${owner.venueId}/cases${query}`;
export const list = async (query = '', token = owner.token) => {
  const { status, body } = await app.send('GET', path(query), { token });
  expect(status).toBe(200);
  const isOfUnit = ({ unitId }: { unitId: string }) => unitId === unit.id;
  return { cases: body.cases.filter(isOfUnit), groups: body.groups.filter(isOfUnit) };
};
export const caseOf = async (order: { id: string }, state = 'open') =>
  (await list(`?state=${state}&unitId=${unit.id}`)).cases.find(
    ({ orderId }: { orderId: string }) => orderId === order.id,
  );
export const resolve = (id: string, body: object, token = owner.token) =>
  app.send('POST', `/api/cases/${id}/resolve`, { token, body });
export const auditRows = async () =>
  (
    await app.db
      .selectFrom('audit')
      .select(['action', 'actor_id', 'target'])
      .where('action', 'in', ['case.resolved', 'drink.refunded', 'drink.refunded_in_cash'])
      .execute()
  ).length;
export const refundRows = async (order: { id: string }) =>
  app.db.selectFrom('refunds').select(['state']).where('order_id', '=', order.id).execute();
