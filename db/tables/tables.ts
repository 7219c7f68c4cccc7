/** Tables of the migrated schema, by name. Columns that the database fills in are Generated. */
import type { Kysely, Transaction } from 'kysely';
import type { JournalAccountsTable, JournalExportsTable } from './accounting.ts';
import type {
  ActingGrantsTable,
  ApiTokensTable,
  CredentialsTable,
  InvitationsTable,
  MembershipsTable,
  OneTimeTokensTable,
  PasskeyChallengesTable,
  RateLimitsTable,
  RecipientsTable,
  RoleSettingsTable,
  SessionsTable,
  UsersTable,
} from './accounts.ts';
import type {
  AlertEventsTable,
  AlertNotificationsTable,
  AlertSettingsTable,
  AlertsTable,
  AlertWatchesTable,
  DutiesTable,
  PushSubscriptionsTable,
  ReportSubscriptionsTable,
  ReportedFiguresTable,
  ReportViewsTable,
} from './alerts.ts';
import type {
  FleetUnitsTable,
  FleetVersionsTable,
  SupportNotesTable,
  SupportTicketsTable,
} from './fleet.ts';
import type {
  AuditTable,
  ChangesTable,
  JobsTable,
  JobWorkersTable,
  ServerUptimeTable,
} from './audit.ts';
import type {
  ImportMappingsTable,
  RejectedLinesTable,
  ImportsTable,
  OrderedDrinksTable,
  OrderReceiptsTable,
  OrdersTable,
  PourCasesTable,
  PoursTable,
  RefundPoliciesTable,
  RefundsTable,
  RefusedSalesTable,
} from './orders.ts';
import type {
  DrinkIngredientsTable,
  MenuCategoriesTable,
  DrinksTable,
  ChangedPricesTable,
  PriceChangesTable,
  SetupCopiesTable,
  SetupTemplatesTable,
  PricePlanPeriodsTable,
  PricePlansTable,
  FormerPricesTable,
  FormerRatesTable,
} from './drinks.ts';
import type {
  FilesTable,
  FlagSwitchesTable,
  RenderingsTable,
  SettingsTable,
  VenueClocksTable,
  VenueHoursTable,
  VenueNightsTable,
  VenuesTable,
  WallsTable,
} from './venues.ts';
import type { DeliveriesTable, DeliveryLinesTable, SuppliersTable } from './deliveries.ts';
import type {
  IngredientSuppliesTable,
  StockOrderLinesTable,
  StockOrdersTable,
} from './stock-orders.ts';
import type {
  IngredientCostsTable,
  StoresTable,
  StoreLevelsTable,
  StockCountsTable,
  CountLinesTable,
  IngredientsTable,
  MessagesTable,
  RefillPlansTable,
  RestockNoticesTable,
  StockMovementsTable,
  StockOutsTable,
  UnitInventoryTable,
  UnitPositionsTable,
} from './stock.ts';
import type {
  DrinkRollupsTable,
  DrinkSumsTable,
  NightCertificatesTable,
  PourSumsTable,
  SalesRollupsTable,
  SumsProgressTable,
  VenueVerificationsTable,
} from './sums.ts';
import type {
  CardReadersTable,
  ContactGapsTable,
  UnitKeysTable,
  UnitsTable,
  UnitHeartbeatsTable,
  UnitServicesTable,
  UnitSoftwareTable,
  UnitStateTable,
} from './units.ts';
import type { WebhookDeliveriesTable, WebhooksTable } from './webhooks.ts';

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
  unit_software: UnitSoftwareTable;
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
  ingredient_costs: IngredientCostsTable;
  stores: StoresTable;
  store_levels: StoreLevelsTable;
  stock_counts: StockCountsTable;
  count_lines: CountLinesTable;
  suppliers: SuppliersTable;
  deliveries: DeliveriesTable;
  delivery_lines: DeliveryLinesTable;
  ingredient_supplies: IngredientSuppliesTable;
  stock_orders: StockOrdersTable;
  stock_order_lines: StockOrderLinesTable;
  drinks: DrinksTable;
  drink_ingredients: DrinkIngredientsTable;
  menu_categories: MenuCategoriesTable;
  changes: ChangesTable;
  former_prices: FormerPricesTable;
  price_changes: PriceChangesTable;
  setup_copies: SetupCopiesTable;
  setup_templates: SetupTemplatesTable;
  price_plans: PricePlansTable;
  price_plan_periods: PricePlanPeriodsTable;
  changed_prices: ChangedPricesTable;
  former_rates: FormerRatesTable;
  orders: OrdersTable;
  ordered_drinks: OrderedDrinksTable;
  pours: PoursTable;
  order_receipts: OrderReceiptsTable;
  imports: ImportsTable;
  import_mappings: ImportMappingsTable;
  rejected_lines: RejectedLinesTable;
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
  night_certificates: NightCertificatesTable;
  journal_accounts: JournalAccountsTable;
  journal_exports: JournalExportsTable;
  settings: SettingsTable;
  audit: AuditTable;
  flag_switches: FlagSwitchesTable;
  restock_notices: RestockNoticesTable;
  alerts: AlertsTable;
  alert_events: AlertEventsTable;
  duties: DutiesTable;
  alert_watches: AlertWatchesTable;
  fleet_units: FleetUnitsTable;
  fleet_versions: FleetVersionsTable;
  support_tickets: SupportTicketsTable;
  support_notes: SupportNotesTable;
  alert_settings: AlertSettingsTable;
  push_subscriptions: PushSubscriptionsTable;
  alert_notifications: AlertNotificationsTable;
  report_subscriptions: ReportSubscriptionsTable;
  report_tellings: ReportedFiguresTable;
  api_tokens: ApiTokensTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  report_views: ReportViewsTable;
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
