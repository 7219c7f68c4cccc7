-- compatible since: 0020
-- Sales that a unit sent and that were refused: the drinks were sold and paid, so their bodies are kept until somebody
-- takes them into the books or dismisses them. A body that is sent again is counted.

create table refused_sales (
  venue_id uuid not null,
  id uuid not null,
  unit_id uuid not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  times integer not null default 1,
  status smallint not null,
  -- Field that was wrong; empty where the order as a whole was.
  field text not null,
  message text not null,
  idempotency_key text,
  -- Null for a body of more than 16 kB.
  body jsonb,
  body_hash bytea not null,
  state text not null default 'open' constraint refused_sales_state check (state in ('open', 'taken', 'dismissed')),
  order_id uuid,
  settled_by uuid,
  settled_at timestamptz(3),
  constraint refused_sales_pkey primary key (venue_id, id),
  constraint refused_sales_once unique (venue_id, unit_id, body_hash)
);

create index refused_sales_open on refused_sales (venue_id, id) where state = 'open';

select distribute_by_venue('refused_sales');

alter table refused_sales enable row level security;
create policy one_venue on refused_sales to barback_tenant using (venue_id = tenant_venue());
create policy several_venues on refused_sales to barback_tenant_venues using (is_tenant_venue(venue_id));
