-- compatible since: 0020
-- The positions that an ingredient had in a unit before it was deactivated there, with their levels, so that this can be
-- undone: {"places": [{"position": 3, "size_ml": 1000, "remaining_ml": 412.5}]}. Null while it has positions.

alter table unit_inventory add column former_positions jsonb;
