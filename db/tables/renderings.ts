/** Row type of a rendering. */
import type { Maybe, MaybeTime, Time } from './column-types.ts';

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
