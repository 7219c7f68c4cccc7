import { matcherOf } from '../search/search-words.ts';

/** Label of each audit action, by its code: resource and what happened to it. */
export const auditActionLabels = {
  'account.created': 'Created account',
  'account.email_changed': 'Changed email of account',
  'account.locked': 'Locked account',
  'account.passkey_added': 'Added passkey',
  'account.passkey_refused': 'Refused copied passkey',
  'account.passkey_removed': 'Removed passkey',
  'account.passkey_renamed': 'Renamed passkey',
  'account.password_changed': 'Changed password',
  'account.password_reset': 'Set new password with a link',
  'account.second_factor_off': 'Turned two-step sign-in off',
  'account.second_factor_on': 'Turned two-step sign-in on',
  'account.sessions_ended': 'Signed out other devices',
  'account.unlocked': 'Unlocked account',
  'account.updated': 'Changed name of account',
  'acting.ended': 'Stopped acting for owner',
  'acting.extended': 'Acted for owner for longer',
  'acting.started': 'Began to act for owner',
  'case.resolved': 'Settled failed drink',
  'contact.confirmed': 'Contact confirmed',
  'contact.declined': 'Contact declined',
  'cost.updated': 'Changed cost of ingredient',
  'drink.created': 'Added drink',
  'drink.deleted': 'Deleted drink',
  'drink.price_updated': 'Changed drink price',
  'drink.refunded': 'Refunded drink',
  'drink.refunded_in_cash': 'Refunded drink in cash',
  'drink.undeleted': 'Brought back drink',
  'email.confirmed': 'Confirmed email',
  'email.declined': 'Declined email',
  'flag.set': 'Turned feature on or off',
  'import.started': 'Imported past sales',
  'import.taken_back': 'Took import back',
  'ingredient.added': 'Added ingredient',
  'ingredient.deactivated': 'Deactivated ingredient',
  'invitation.withdrawn': 'Withdrew invitation',
  'ingredient.price_updated': 'Changed ingredient price',
  'ingredient.weights_updated': 'Changed weights of ingredient',
  'ingredient.reactivated': 'Brought back ingredient',
  'journal.exported': 'Exported journal',
  'journal_accounts.updated': 'Changed accounts of the journal',
  'delivery.invoice_added': 'Added invoice of delivery',
  'delivery.invoice_removed': 'Removed invoice of delivery',
  'delivery.received': 'Received delivery',
  'delivery.undone': 'Undid delivery',
  'stock_order.cancelled': 'Cancelled order of stock',
  'stock_order.created': 'Ordered stock',
  'store.created': 'Added storeroom',
  'store.deleted': 'Removed storeroom',
  'store.updated': 'Renamed storeroom',
  'supply.updated': 'Changed par',
  'menu_category.created': 'Added menu category',
  'menu_category.deleted': 'Deleted menu category',
  'menu_category.updated': 'Changed menu category',
  'order.entered': 'Entered order',
  'order.updated': 'Corrected order',
  'owner.invited': 'Invited owner',
  'owner.registered': 'Registered owner',
  'owner.updated': 'Changed owner',
  'owner.limited': 'Changed limits of owner',
  'person.invited': 'Invited person',
  'person.joined': 'Joined as a person',
  'person.removed': 'Removed person',
  'person.updated': 'Changed person',
  'price_plan.created': 'Made price plan',
  'price_plan.deleted': 'Deleted price plan',
  'price_plan.updated': 'Changed price plan',
  'prices.changed': 'Changed prices',
  'prices.undone': 'Undid change of prices',
  'refill_plan.updated': 'Changed planned refill',
  'refund.declined': 'Refund was declined',
  'refund.reversed': 'Reversed refund',
  'refund_policy.updated': 'Changed automatic refunds',
  'refused_sale.dismissed': 'Dismissed refused sale',
  'refused_sale.taken': 'Took refused sale',
  'rendering.created': 'Published page',
  'rendering.deleted': 'Deleted page',
  'rendering.restored': 'Restored previous page',
  'role_settings.updated': 'Changed what roles may do',
  'setup.copied': 'Copied setup',
  'setup.undone': 'Undid copy of setup',
  'sign_in.failed': 'Failed to sign in',
  'sign_in.succeeded': 'Signed in',
  'supplier.created': 'Added supplier',
  'supplier.deleted': 'Deleted supplier',
  'supplier.updated': 'Changed supplier',
  'support_note.added': 'Added note to ticket',
  'support_note.shared': 'Shared note of support',
  'support_ticket.created': 'Opened ticket',
  'support_ticket.updated': 'Changed ticket',
  'template.created': 'Saved template',
  'template.deleted': 'Deleted template',
  'terms.updated': 'Changed terms',
  'token.created': 'Made access token',
  'token.revoked': 'Revoked access token',
  'unit.contacts_updated': 'Changed contacts',
  'unit.created': 'Added unit',
  'unit.deleted': 'Deleted unit',
  'unit.discount_updated': 'Changed discount',
  'unit.readers_updated': 'Changed card readers',
  'unit_key.created': 'Created key',
  'unit_key.revoked': 'Revoked key',
  'venue.clock_updated': 'Changed clock',
  'venue.created': 'Added venue',
  'venue.hours_updated': 'Changed opening hours',
  'venue.night_updated': 'Changed night',
  'venue.sums_rebuilt': 'Rebuilt sums of venue',
  'venue.updated': 'Changed venue',
  'wall.created': 'Added wall display',
  'wall.revoked': 'Revoked wall display',
  'webhook.created': 'Added webhook',
  'webhook.deleted': 'Deleted webhook',
  'webhook.failed': 'Webhook turned off after three days without a delivery',
  'webhook.secret_replaced': 'Replaced webhook secret',
  'webhook.updated': 'Changed webhook',
} as const;

export type AuditAction = keyof typeof auditActionLabels;

const labels = new Map<string, string>(Object.entries(auditActionLabels));

/** Label of an action, or the code itself where a newer release has written it. */
export const auditActionLabel = (action: string): string => labels.get(action) ?? action;

/** Codes of the actions whose label has every word of the text. */
export function auditActionsLabelled(text: string): string[] {
  const matches = matcherOf(text);
  return [...labels].filter(([, label]) => matches(label)).map(([action]) => action);
}

/** Credentials of a venue with its card providers, by their names in the audit log. */
const credentials: ReadonlySet<string> = new Set([
  'publicKey',
  'privateKey',
  'clientGuid',
  'authToken',
  'webhookSecret',
]);

type Values = Readonly<Record<string, unknown>> | null;

/** Values of an audit entry as an owner may see them: credentials are named, without any part of their value. */
export function valuesForOwner(entry: { oldValue: Values; newValue: Values }): {
  oldValue: Record<string, unknown> | null;
  newValue: Record<string, unknown> | null;
} {
  const map = (values: Values, hidden: readonly [string, unknown][]) => {
    if (values === null) return null;
    const shown = Object.entries(values).filter(([name]) => !credentials.has(name));
    return Object.fromEntries([...shown, ...hidden]);
  };
  const changed = Object.keys({ ...entry.oldValue, ...entry.newValue })
    .filter((name) => credentials.has(name))
    .map((name): [string, unknown] => [name, 'changed']);
  return { oldValue: map(entry.oldValue, []), newValue: map(entry.newValue, changed) };
}
