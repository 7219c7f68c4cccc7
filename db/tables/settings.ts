/** Row types of settings and feature flags. */
import type { Generated } from 'kysely';
import type { Maybe } from './column-types.ts';

export interface SettingsTable {
  id: string;
  owner_id: Maybe<string>;
  terms: Generated<string>;
}

export interface FlagSwitchesTable {
  kind: 'venue' | 'unit';
  key: string;
  flag: string;
  enabled: boolean;
}
