import type { ResponseOf } from '../../contract/endpoint.ts';
import type { listWalls as wallsEndpoint } from '../../contract/walls.ts';
import { personName } from '../../rules/users/person-name.ts';
import type { WallRow } from './walls.queries.ts';

export const wallView = (row: WallRow): ResponseOf<typeof wallsEndpoint>[number] => ({
  id: row.id,
  label: row.label,
  hideMoney: row.hide_money,
  createdAt: row.created_at.toISOString(),
  createdBy: row.name === null ? null : personName({ ...row, name: row.name }),
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
});
