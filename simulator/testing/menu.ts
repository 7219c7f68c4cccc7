/** Test fixtures: a unit's menu and stock. */
import type { EndpointResponse } from '../../contract/endpoints.ts';
import type { UnitMenu } from '../make-order.ts';

type Ingredient = EndpointResponse<'listUnitIngredients'>[number];

/** One-litre positions with the given levels in ml. */
export const stockedIngredient = (
  id: string,
  places: readonly (readonly [position: string, remainingMl: number])[],
): Ingredient => ({
  _id: id,
  id,
  name: id,
  price: 7,
  doublePrice: 12,
  source: 'carousel',
  baseOrMixer: ['base'],
  category: 'Liquor',
  servingSize: 45,
  ingredientSize: 1000,
  ingredientPouringTime: null,
  tareWeight: null,
  density: null,
  threshold: 0,
  capacityRemaining: 0,
  positionInUnit: places.map(([position]) => position),
  places: places.map(([position, remainingMl]) => ({ position, sizeMl: 1000, remainingMl })),
  imageURL: '',
  activeInUnit: true,
  isCapacityFull: false,
  unitId: 'unit',
  venueId: 'venue',
  date: '2026-03-01T12:00:00Z',
});

export const menuOf = (...drinks: Partial<UnitMenu['drinks'][number]>[]): UnitMenu => ({
  unitNumber: 1001,
  unitName: null,
  venueName: 'Rooftop Bar',
  category: 'ROTENDER_CLASSIC',
  model: 'SOLO',
  homeHelperText: '',
  homeButtonImage: '',
  terms: '',
  drinkLimit: { quantity: 0, minutes: 0 },
  drinks: drinks.map((drink) => ({
    id: 'cuba libre',
    name: 'Cuba Libre',
    price: 9,
    available: true,
    ingredients: [
      { id: 'rum', name: 'Rum', imageURL: '', positions: ['1'] },
      { id: 'cola', name: 'Cola', imageURL: '', positions: ['101'] },
    ],
    ...drink,
  })),
});
