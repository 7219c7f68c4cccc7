/** Row type of a venue. */
import type { Generated } from 'kysely';
import type { MadeTime, Maybe } from './column-types.ts';

export interface VenuesTable {
  id: string;
  owner_id: string;
  name: string;
  tax_percentage: Generated<number>;
  drink_limit_quantity: Generated<number>;
  drink_limit_minutes: Generated<number>;
  public_key: Generated<string>;
  client_guid: Generated<string>;
  private_key_sealed: Maybe<Buffer>;
  private_key_hint: Generated<string>;
  auth_token_sealed: Maybe<Buffer>;
  auth_token_hint: Generated<string>;
  webhook_secret_sealed: Maybe<Buffer>;
  webhook_secret_hint: Generated<string>;
  /** No longer counted or read; dropped when no process of an earlier release reads it. */
  revision: Generated<number>;
  created_at: MadeTime;
}
