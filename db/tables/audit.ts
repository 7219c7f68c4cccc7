/** Row type of the audit log. */
import type { Json, Maybe, Time } from './column-types.ts';

export interface AuditTable {
  id: string;
  at: Time;
  actor_id: Maybe<string>;
  actor_name: string;
  actor_email: Maybe<string>;
  /** Role of a member of the owner's staff. */
  actor_role: Maybe<string>;
  on_behalf_of: Maybe<string>;
  address: string;
  action: string;
  target: string;
  result: string;
  old_value: Json;
  new_value: Json;
}
