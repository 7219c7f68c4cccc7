/** Row types of settings and feature flags. */
import type { Generated } from 'kysely';
import type { Maybe } from './column-types.ts';

export interface SettingsTable {
  id: string;
  owner_id: Maybe<string>;
  terms: Generated<string>;
}

export interface FlagSwitchesTable {
  venue_id: string;
  /** The venue itself, or one of its units. */
  target_id: string;
  flag: string;
  enabled: boolean;
}
