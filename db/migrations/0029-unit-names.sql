-- compatible since: 0020
-- Units get a name of the venue's choice, such as "Rooftop left", which is shown with their number. Processes of the
-- release before neither read nor write it.

alter table units add column name text;
alter table units add constraint units_name check (char_length(name) between 1 and 60);
