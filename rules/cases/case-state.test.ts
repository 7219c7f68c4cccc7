import { expect, test } from 'vitest';
import { caseAfter, type CaseState } from './case-state.ts';

const open: CaseState = { state: 'open', resolution: null };
const refunding: CaseState = { state: 'refunding', resolution: null };
const refunded: CaseState = { state: 'resolved', resolution: 'refunded' };
const remade: CaseState = { state: 'resolved', resolution: 'remade' };

test.each([
  ['stays open without a refund', open, 'paid', open],
  ['waits for a refund that was requested', open, 'requested', refunding],
  ['is resolved by a refund', refunding, 'refunded', refunded],
  ['is resolved by a refund although it was made again', remade, 'refunded', refunded],
  ['is open again after a refund that failed', refunding, 'paid', open],
  ['is open again after a refund that the bank returned', refunded, 'paid', open],
  ['stays made again while a refund is requested', remade, 'requested', remade],
  ['stays made again after a refund that failed', remade, 'paid', remade],
] as const)('a case %s', (_, now, drink, after) => {
  expect(caseAfter(now, drink)).toEqual(after);
});
