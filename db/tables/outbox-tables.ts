/** Row types of queued jobs, queued messages and files. */
import type { ColumnType, Generated } from 'kysely';
import type { Maybe, MaybeTime, Time } from './column-types.ts';

export interface RestockNoticesTable {
  venue_id: string;
  id: string;
  unit_id: string;
  ingredient_id: string;
  /** Remaining percentage at detection. */
  percent: number;
  noticed_at: Time;
  resolved_at: MaybeTime;
}

export interface MessagesTable {
  id: string;
  notice_id: Maybe<string>;
  channel: 'mail' | 'sms';
  recipient: string;
  subject: Generated<string>;
  body: string;
  attachment_name: Maybe<string>;
  attachment: Maybe<string>;
  state: Generated<'waiting' | 'sending' | 'sent' | 'failed' | 'uncertain'>;
  attempts: Generated<number>;
  last_error: Maybe<string>;
  created_at: Time;
  sent_at: MaybeTime;
}

export interface JobsTable {
  id: string;
  kind: string;
  key: Maybe<string>;
  payload: ColumnType<Record<string, unknown>, string, never>;
  run_at: Time;
  attempts: Generated<number>;
  leased_until: MaybeTime;
  done_at: MaybeTime;
  last_error: Maybe<string>;
}

export interface FilesTable {
  id: string;
  owner_id: string;
  key: string;
  content_type: string;
  size_bytes: number;
  state: 'issued' | 'stored';
  created_at: Time;
}

export interface RenderingsTable {
  id: string;
  venue_name: string;
  path_name: string;
  entry_page_path: string;
  folder: string;
  deployed_at: Time;
  replaced_at: MaybeTime;
  deployed_by: Maybe<string>;
}
