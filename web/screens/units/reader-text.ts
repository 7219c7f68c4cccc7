import type { UnitHealth } from '../../api/unit-health.ts';

const texts: Readonly<Record<UnitHealth['reader'], string>> = {
  ready: 'Ready',
  busy: 'Busy',
  offline: 'Offline',
  unknown: 'Not reported',
};

/** State of the card reader of a unit. */
export const readerText = (reader: UnitHealth['reader']): string => texts[reader];
