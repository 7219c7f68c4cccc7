/** Tables of the migrated schema, by name. Columns that the database fills in are Generated. */
import type { Kysely, Transaction } from 'kysely';
import type {
  ActingGrantsTable,
  CredentialsTable,
  PasskeyChallengesTable,
  RateLimitsTable,
  SessionsTable,
  UsersTable,
} from './accounts.ts';
import type {
  AlertEventsTable,
  AlertNotificationsTable,
  AlertSettingsTable,
  AlertsTable,
  PushSubscriptionsTable,
  AlertWatchesTable,
  DutiesTable,
} from './alerts.ts';
import type { AuditTable } from './audit.ts';
import type { PourCasesTable, RefundPoliciesTable } from './cases.ts';
import type { ChangesTable } from './changes.ts';
import type { DrinkIngredientsTable, DrinksTable } from './drinks.ts';
import type { FilesTable } from './files.ts';
import type { IngredientsTable, UnitInventoryTable, UnitPositionsTable } from './ingredients.ts';
import type { JobsTable, JobWorkersTable, ServerUptimeTable } from './jobs.ts';
import type { InvitationsTable, MembershipsTable, RoleSettingsTable } from './memberships.ts';
import type { VenueClocksTable, VenueHoursTable, VenueNightsTable } from './nights.ts';
import type { MessagesTable, RestockNoticesTable } from './notices.ts';
import type { OrderedDrinksTable, OrderReceiptsTable, OrdersTable, PoursTable } from './orders.ts';
import type { FormerPricesTable, FormerRatesTable } from './prices.ts';
import type { OneTimeTokensTable, RecipientsTable } from './recipients.ts';
import type { RefusedSalesTable } from './refused-sales.ts';
import type { RefundsTable } from './refunds.ts';
import type { ReportSubscriptionsTable, ReportTellingsTable } from './report-subscriptions.ts';
import type { RenderingsTable } from './renderings.ts';
import type { DrinkRollupsTable, SalesRollupsTable } from './rollups.ts';
import type { RefillPlansTable, StockMovementsTable, StockOutsTable } from './stock.ts';
import type { DrinkSumsTable, PourSumsTable, SumsProgressTable } from './sums.ts';
import type { FlagSwitchesTable, SettingsTable } from './settings.ts';
import type {
  CardReadersTable,
  ContactGapsTable,
  UnitKeysTable,
  UnitsTable,
  UnitHeartbeatsTable,
  UnitServicesTable,
  UnitStateTable,
} from './units.ts';
import type { VenuesTable } from './venues.ts';
import type { VenueVerificationsTable } from './verifications.ts';
import type { WallsTable } from './walls.ts';

export interface Tables {
  users: UsersTable;
  sessions: SessionsTable;
  acting_grants: ActingGrantsTable;
  memberships: MembershipsTable;
  invitations: InvitationsTable;
  role_settings: RoleSettingsTable;
  credentials: CredentialsTable;
  passkey_challenges: PasskeyChallengesTable;
  rate_limits: RateLimitsTable;
  venues: VenuesTable;
  venue_clocks: VenueClocksTable;
  venue_hours: VenueHoursTable;
  venue_nights: VenueNightsTable;
  units: UnitsTable;
  unit_state: UnitStateTable;
  contact_gaps: ContactGapsTable;
  unit_heartbeats: UnitHeartbeatsTable;
  unit_services: UnitServicesTable;
  unit_keys: UnitKeysTable;
  walls: WallsTable;
  card_readers: CardReadersTable;
  ingredients: IngredientsTable;
  unit_inventory: UnitInventoryTable;
  unit_positions: UnitPositionsTable;
  stock_movements: StockMovementsTable;
  stock_outs: StockOutsTable;
  refill_plans: RefillPlansTable;
  drinks: DrinksTable;
  drink_ingredients: DrinkIngredientsTable;
  changes: ChangesTable;
  former_prices: FormerPricesTable;
  former_rates: FormerRatesTable;
  orders: OrdersTable;
  ordered_drinks: OrderedDrinksTable;
  pours: PoursTable;
  order_receipts: OrderReceiptsTable;
  refused_sales: RefusedSalesTable;
  pour_cases: PourCasesTable;
  refund_policies: RefundPoliciesTable;
  refunds: RefundsTable;
  sales_rollups: SalesRollupsTable;
  drink_rollups: DrinkRollupsTable;
  pour_sums: PourSumsTable;
  drink_sums: DrinkSumsTable;
  sums_progress: SumsProgressTable;
  venue_verifications: VenueVerificationsTable;
  settings: SettingsTable;
  audit: AuditTable;
  flag_switches: FlagSwitchesTable;
  restock_notices: RestockNoticesTable;
  alerts: AlertsTable;
  alert_events: AlertEventsTable;
  duties: DutiesTable;
  alert_watches: AlertWatchesTable;
  alert_settings: AlertSettingsTable;
  push_subscriptions: PushSubscriptionsTable;
  alert_notifications: AlertNotificationsTable;
  report_subscriptions: ReportSubscriptionsTable;
  report_tellings: ReportTellingsTable;
  messages: MessagesTable;
  recipients: RecipientsTable;
  one_time_tokens: OneTimeTokensTable;
  jobs: JobsTable;
  job_workers: JobWorkersTable;
  server_uptime: ServerUptimeTable;
  files: FilesTable;
  renderings: RenderingsTable;
}

/** Runs statements, each on its own or inside a transaction. */
export type Db = Kysely<Tables>;

/** Runs statements inside one transaction: row locks last until its end, and changes commit together. */
export type Tx = Transaction<Tables>;
