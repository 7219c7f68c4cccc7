-- compatible since: 0020
-- What the setup was copied from, by its name at that time; empty for copies of earlier releases.
alter table setup_copies add column source text not null default '';

-- Copies are deleted by their age.
create index setup_copies_made_at on setup_copies (made_at);
