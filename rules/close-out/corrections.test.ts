import { describe, expect, test } from 'vitest';
import { correctionText, isCorrected, isLargeDifference } from './corrections.ts';

describe('corrections', () => {
  const night = {
    day: '2026-06-12',
    stated: { grossCents: 10_000, refundCents: 500, taxCents: 800 },
    orders: { a: 10, b: 3 },
  };
  const units = (orders: number) => [
    { unitId: 'a', unitNumber: 1042, name: null, orders },
    { unitId: 'b', unitNumber: 1043, name: 'Terrace', orders: 3 },
  ];

  test('MAIL-04: states the exact difference and the late sales', () => {
    const figures = { ...night.stated, grossCents: 13_450 };
    expect(correctionText(night, { figures, units: units(15) }, '2026-06-13')).toBe(
      'Friday: +$34.50 since we wrote (5 late sales of unit 1042)',
    );
    const returned = { ...night.stated, refundCents: 1_400 };
    expect(correctionText(night, { figures: returned, units: units(10) }, '2026-06-20')).toBe(
      'Fri, Jun 12: refunds +$9.00 since we wrote',
    );
    expect(correctionText(night, { figures: night.stated, units: units(10) }, '2026-06-13')).toBe(
      null,
    );
  });

  test('a difference above 2 % or $100 has a mail of its own', () => {
    const { stated } = night;
    expect(isLargeDifference(stated, { ...stated, grossCents: 10_200 })).toBe(false);
    expect(isLargeDifference(stated, { ...stated, grossCents: 10_201 })).toBe(true);
    expect(isLargeDifference(stated, { ...stated, taxCents: 783 })).toBe(true);
    const large = { ...stated, grossCents: 1_000_000 };
    expect(isLargeDifference(large, { ...large, grossCents: 1_010_000 })).toBe(false);
    expect(isLargeDifference(large, { ...large, grossCents: 1_010_001 })).toBe(true);
  });

  test('MAIL-04: none after 14 days', () => {
    expect(isCorrected('2026-06-12', '2026-06-26')).toBe(true);
    expect(isCorrected('2026-06-12', '2026-06-27')).toBe(false);
    expect(isCorrected('2026-06-12', '2026-06-12')).toBe(false);
  });
});
