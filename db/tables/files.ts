/** Row type of an uploaded file. */
import type { MaybeTime, Time } from './column-types.ts';

export interface FilesTable {
  id: string;
  owner_id: string;
  key: string;
  content_type: string;
  size_bytes: number;
  state: 'issued' | 'stored';
  created_at: Time;
  /** Last time it was saved as the image of an ingredient. */
  accepted_at: MaybeTime;
}
