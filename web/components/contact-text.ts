/** What a unit reports of itself, in words. */
import { clockSkewLimitMs } from '../../rules/health/contact-state.ts';
import { durationText } from '../../rules/health/health-messages.ts';
import type { UnitHealth } from '../api/unit-health.ts';

/** Labels that several screens have. */
export const contactLabels = {
  lastContact: 'Last contact',
  reader: 'Card reader',
  queued: 'Sales waiting in the unit',
  clock: 'Clock',
  software: 'Software',
  started: 'Started',
} as const;

/** State of the contact with a unit. */
export const contactTexts: Readonly<Record<UnitHealth['state'], string>> = {
  online: 'Online',
  offline: 'Offline',
  new: 'No contact yet',
};

export const notReported = 'Not reported';

/** State of the card reader of a unit. */
export const readerTexts: Readonly<Record<UnitHealth['reader'], string>> = {
  ready: 'Ready',
  busy: 'Busy',
  offline: 'Offline',
  unknown: notReported,
};

/** `In sync`, `5 min fast`, `3 h slow`: a clock may differ by two minutes. */
export function skewText(skewMs: number | null): string {
  if (skewMs === null) return notReported;
  if (Math.abs(skewMs) <= clockSkewLimitMs) return 'In sync';
  return `${durationText(Math.abs(skewMs))} ${skewMs > 0 ? 'fast' : 'slow'}`;
}

/** Sales that the unit has not sent yet. */
export const queuedText = (queued: number | null): string =>
  queued === null ? notReported : queued.toLocaleString('en-US');
