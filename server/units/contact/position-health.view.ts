/** Failed pours of positions, and units that are compared, in responses. */
import type { EndpointResponse } from '../../../contract/endpoints.ts';
import { toDollars } from '../../../lib/money.ts';
import type { PositionHealth } from '../../../rules/health/position-health.ts';
import type { Flow, PositionNight } from '../../../rules/health/position-nights.ts';
import { shiftDay } from '../../../rules/nights/nights.ts';
import type { ComparedTwins, ComparedUnit } from './twins.ts';

type PositionView = EndpointResponse<'getPositionHealth'>['positions'][number];

const rounded = (value: number): number => Number(value.toFixed(4));

export const positionView = (
  { rate, low, high, ingredients, ...position }: PositionHealth,
  { flow, nights, to }: { flow: Flow | undefined; nights: PositionNight[]; to: string },
  nameOf: (id: string) => string,
): PositionView => ({
  ...position,
  flow: flow ? { mlPerSecond: rounded(flow.mlPerSecond), usual: rounded(flow.usual) } : null,
  nights: nights.map(({ mlPerSecond, ...night }, nth) => ({
    ...night,
    day: shiftDay(to, nth + 1 - nights.length),
    mlPerSecond: mlPerSecond === null ? null : rounded(mlPerSecond),
  })),
  rate: rate === null ? null : rounded(rate),
  low: rounded(low),
  high: rounded(high),
  ingredients: ingredients.map((one) => ({ ...one, name: nameOf(one.ingredientId) })),
});

type TwinsView = EndpointResponse<'listTwins'>['twins'][number];

const mostPrices = 10;

const unitView = (unit: ComparedUnit): TwinsView['units'][number] => ({
  unitNumber: unit.unitNumber,
  unitName: unit.unitName,
  pours: unit.pours,
  failed: unit.failed,
  mlPerSecond: unit.mlPerSecond === null ? null : rounded(unit.mlPerSecond),
  contactHours: rounded(unit.contactHours),
  salesPerHour:
    unit.contactHours < 1 ? null : toDollars(Math.round(unit.salesCents / unit.contactHours)),
});

export const twinsView = ({
  units,
  common,
  ratio,
  prices,
  ...twins
}: ComparedTwins): TwinsView => ({
  ...twins,
  units: [unitView(units[0]), unitView(units[1])],
  common: rounded(common),
  ratio: ratio && {
    ratio: rounded(ratio.ratio),
    low: rounded(ratio.low),
    high: rounded(ratio.high),
  },
  prices: prices.slice(0, mostPrices).map(({ name, cents: [one, other] }) => ({
    name,
    one: toDollars(one),
    other: toDollars(other),
  })),
});
