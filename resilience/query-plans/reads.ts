/** Reads of the API whose plans are examined, and the buffers that each may read. */
import { escapeLiteral } from 'pg';
import type { EndpointName } from '../../contract/endpoints.ts';
import { year } from './year-of-sales.ts';
import { eventsOfPage } from '../../rules/webhooks/webhooks.ts';
import { mostExamined } from '../../rules/reports/sale-filter.ts';
import type { Place } from '../../server/testing/places.ts';

const everyYear = { startDate: String(year.startDate), endDate: String(year.endDate) };

export interface Read {
  as: 'owner' | 'admin' | 'unit';
  query?: Record<string, string>;
  /** Where it is more than that of the endpoint. */
  mostBuffers?: number;
}

/** Further reads of an endpoint, beside the one of its default target. */
export const more: { [name in EndpointName]?: (place: Place, middleSale: string) => Read[] } = {
  listOrders: () => [{ as: 'owner' }, { as: 'admin' }, { as: 'unit' }],
  // Of each change of a page, its sale with drinks, pours, cases and refunds.
  listEvents: () => [
    { as: 'owner', mostBuffers: 15 * eventsOfPage },
    {
      as: 'owner',
      query: { since: String(Date.now() - 60 * 60_000) },
      mostBuffers: 15 * eventsOfPage,
    },
  ],
  listAudit: () => [
    { as: 'owner', query: { 'pagination[size]': '100' } },
    { as: 'admin' },
    { as: 'admin', query: { search: 'unit 77777' } },
  ],
  getSalesReport: ({ owner, unit }, middleSale) => [
    { as: 'owner', query: { venueId: owner.venueId, ...everyYear } },
    { as: 'owner', query: { venueId: owner.venueId, unitId: unit.id, ...everyYear } },
    {
      as: 'owner',
      query: { venueId: owner.venueId, ...everyYear, 'pagination[current]': '30000' },
    },
    { as: 'owner', query: { venueId: owner.venueId, ...everyYear, currentDrink: 'Drink 1' } },
    { as: 'owner', query: { venueId: owner.venueId, ...everyYear, sort: 'newest' } },
    {
      as: 'owner',
      query: { venueId: owner.venueId, unitId: unit.id, ...everyYear, sort: 'newest' },
    },
    {
      as: 'owner',
      query: {
        venueId: owner.venueId,
        ...everyYear,
        sort: 'newest',
        'pagination[current]': '30000',
      },
    },
    ...[{ show: 'failed' }, { show: 'refunded' }, { drink: 'Not sold' }, { reader: 'None' }].map(
      (filter): Read => ({
        as: 'owner',
        query: { venueId: owner.venueId, ...everyYear, sort: 'newest', ...filter },
        // The sales that a filter examines, twice, and the drinks of each.
        mostBuffers: 10 * mostExamined,
      }),
    ),
    // A cell of the heat map of the year: the sales of 52 hours.
    {
      as: 'owner',
      query: {
        venueId: owner.venueId,
        ...everyYear,
        sort: 'newest',
        weekday: '5',
        hour: '22',
        timezone: 'America/New_York',
      },
      mostBuffers: 10 * mostExamined,
    },
    ...(['oldest', 'newest'] as const).flatMap((sort) =>
      (['laterThan', 'earlierThan'] as const).map((side): Read => ({
        as: 'owner',
        query: { venueId: owner.venueId, ...everyYear, sort, [side]: middleSale },
      })),
    ),
  ],
  getDrinkStatistics: ({ owner, unit }) => [
    { as: 'owner', query: { venueId: owner.venueId, ...everyYear } },
    { as: 'owner', query: { venueId: owner.venueId, unitId: unit.id, ...everyYear } },
  ],
  compareSales: ({ owner, unit }) =>
    [
      { against: 'year' },
      { against: 'year', unitId: unit.id },
      { against: 'average4', from: '2024-12-01' },
    ].map((asked): Read => ({
      as: 'owner',
      query: {
        venueId: owner.venueId,
        from: '2024-01-01',
        to: '2024-12-31',
        timezone: 'America/New_York',
        ...asked,
      },
    })),
  getBreakdown: ({ owner }) =>
    ['drink', 'unit', 'hour', 'weekday'].map((by): Read => ({
      as: 'owner',
      query: {
        venueId: owner.venueId,
        from: '2024-01-01',
        to: '2024-12-31',
        timezone: 'America/New_York',
        by,
      },
    })),
  listCases: ({ owner, unit }) =>
    [
      { 'pagination[size]': '100' },
      { state: 'resolved' },
      { unitId: unit.id, cause: 'power' },
      { state: 'resolved', cause: 'unknown' },
      { part: 'owed' },
      { part: 'returned', from: '2026-06-01', to: '2026-06-07', timezone: 'UTC' },
    ].map((query): Read => ({ as: 'owner', query: { venueId: owner.venueId, ...query } })),
  listIssues: ({ owner }) =>
    [{ 'pagination[size]': '100' }, { kind: 'failedPours' }, { state: 'resolved' }].map(
      (query): Read => ({
        as: 'owner',
        query: { venueId: owner.venueId, ...query },
      }),
    ),
  getCaseLedger: ({ owner }) => [
    {
      as: 'owner',
      query: { venueId: owner.venueId, from: '2024-01-01', to: '2024-12-31', timezone: 'UTC' },
    },
  ],
  listUnitMovements: ({ unit }) =>
    [{}, { ingredientId: unit.rum }, { position: '1' }].map((query): Read => ({
      as: 'owner',
      query,
    })),
  searchAll: () => [{ as: 'owner', query: { q: 'rum' } }],
  listOwners: () => [{ as: 'admin' }, { as: 'admin', query: { search: 'bar' } }],
};

/** Reads that go over more rows than a page, by their contract. */
export const unbounded: { [name in EndpointName]?: string } = {
  downloadSalesCsv: 'streams the whole range',
  downloadRows: 'streams the whole range',
  downloadRejectedLines: 'reads ten thousand lines',
  downloadVenuesCsv: 'streams the whole range of every venue',
  downloadAuditCsv: 'reads ten thousand entries',
};

/** Buffers that one request may read: rows of a page, buckets of a year, index levels. */
export const mostBuffers: { [name in EndpointName]?: number } = {
  getSalesReport: 3000,
  getDrinkStatistics: 3000,
  // Two years.
  compareSales: 6000,
  // Hours of a year, of each unit.
  getBreakdown: 3000,
  getVenueOverview: 3000,
  // Nights of eight weeks, and the last 50 glasses.
  getVenueHealth: 3000,
  // The night with its health, run-outs, comparison, and hours of four nights.
  getLiveNight: 6000,
  // Sales and glasses of each hour of 14 nights.
  getUnitHistory: 3000,
  listAudit: 12_000,
  // A hundred cases, each with its sale, its drinks and their pours.
  listCases: 3000,
};
export const usualBuffers = 1000;
/** Days of a year, or hours of a week, of each drink, and the raw rows of what is not summed yet. */
export const mostSumsBuffers = 3000;

/** Ten thousand sales with their drinks and pours in eight statements, and the levels by the last twenty thousand. */
export const mostVerificationBuffers = 600_000;

// Plans of statements, as EXPLAIN returns them, and the values to explain a statement with.

/** Value of a parameter as an SQL literal of no type, as the driver sends it. */
export function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return escapeLiteral(`{${value.map(elementOf).join(',')}}`);
  return escapeLiteral(textOf(value));
}

const elementOf = (value: unknown): string =>
  value === null ? 'null' : `"${textOf(value).replaceAll(/["\\]/g, '\\$&')}"`;

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

/** A node with all below it. */
export const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
