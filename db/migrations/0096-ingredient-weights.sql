-- compatible since: 0020
-- What an empty bottle, bag or keg of an ingredient weighs, and its density, with which open ones are counted by weight.
-- A process of the release before reads and writes neither.

alter table ingredients
  -- In grams; null where it is not known.
  add column tare_weight_g numeric(7, 1) constraint ingredients_tare_weight check (tare_weight_g > 0),
  -- In grams per millilitre; null where it is not known.
  add column density numeric(4, 3) constraint ingredients_density check (density > 0);
