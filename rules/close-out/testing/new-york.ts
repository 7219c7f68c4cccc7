import type { NightRules } from '../../nights/nights.ts';

/** Rules of a venue in New York whose business day starts at these minutes of the day. */
export const newYork = (startsMinutes: number): NightRules => ({
  clocks: [{ fromDay: '2026-01-01', timezone: 'America/New_York', startsMinutes }],
  ends: new Map(),
});
