import * as contract from '../../contract/deliveries.ts';
import { groupBy } from '../../lib/lists.ts';
import { mostDeliveries } from '../../rules/stock/deliveries.ts';
import type { Actor } from '../../rules/permissions.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { parseId } from '../shared/ids.ts';
import { auditContext } from '../shared/require.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { createDelivery, undoDelivery } from './deliveries.ts';
import * as queries from './deliveries.queries.ts';
import { deliveryView, supplierView } from './deliveries.view.ts';
import { createInvoiceUpload, deleteInvoice, readInvoice, updateInvoice } from './invoices.ts';
import { createSupplier, deleteSupplier, updateSupplier } from './suppliers.ts';
import { listSuppliers } from './suppliers.queries.ts';

export function deliveryRoutes(mount: Mount, deps: AppDeps): void {
  const { db } = deps;

  mount(contract.listSuppliers, async ({ actor, params }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    return (await listSuppliers(db, venue.owner_id)).map(supplierView);
  });

  mount(contract.createSupplier, async ({ actor, params, body, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    return supplierView(
      await createSupplier(deps, venue.owner_id, body, auditContext({ actor, raw })),
    );
  });

  mount(contract.updateSupplier, async ({ actor, params, body, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const ref = supplierRef(venue.owner_id, params.id);
    return supplierView(await updateSupplier(deps, ref, body, auditContext({ actor, raw })));
  });

  mount(contract.deleteSupplier, async ({ actor, params, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const ref = supplierRef(venue.owner_id, params.id);
    await deleteSupplier(deps, ref, auditContext({ actor, raw }));
    return { id: ref.id };
  });

  mount(contract.listDeliveries, async ({ actor, params }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    return present(venue.id, { most: mostDeliveries });
  });

  mount(contract.createDelivery, async ({ actor, params, body, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    return presentOne(
      venue.id,
      await createDelivery(deps, venue, body, auditContext({ actor, raw })),
    );
  });

  mount(contract.undoDelivery, async ({ actor, params, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const id = parseId(params.id, 'delivery').toLowerCase();
    await undoDelivery(deps, venue, id, auditContext({ actor, raw }));
    return presentOne(venue.id, id);
  });

  mount(contract.createInvoiceUpload, async ({ actor, params, body, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    return createInvoiceUpload(deps, venue, body, auditContext({ actor, raw }));
  });

  mount(contract.updateInvoice, async ({ actor, params, body, raw }) => {
    const delivery = await requireRef(actor, params);
    await updateInvoice(deps, delivery, body.key, auditContext({ actor, raw }));
    return presentOne(delivery.venue.id, delivery.id);
  });

  mount(contract.getInvoice, async ({ actor, params, reply }) => {
    const photo = await readInvoice(deps, await requireRef(actor, params));
    reply
      .type('image/png')
      .header('cache-control', 'private, no-store')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('content-security-policy', "default-src 'none'; sandbox");
    return photo;
  });

  mount(contract.deleteInvoice, async ({ actor, params, raw }) => {
    const delivery = await requireRef(actor, params);
    await deleteInvoice(deps, delivery, auditContext({ actor, raw }));
    return presentOne(delivery.venue.id, delivery.id);
  });

  async function requireRef(actor: Actor, { venueId, id }: { venueId: string; id: string }) {
    const venue = await requireVenue(deps, actor, venueId);
    return { venue, id: parseId(id, 'delivery').toLowerCase() };
  }

  async function present(venueId: string, which: Parameters<typeof queries.listDeliveries>[2]) {
    const rows = await queries.listDeliveries(db, venueId, which);
    const lines = await queries.listLines(
      db,
      venueId,
      rows.map(({ id }) => id),
    );
    const linesOf = groupBy(lines, ({ delivery_id }) => delivery_id);
    return rows.map((row) => deliveryView(row, linesOf.get(row.id) ?? []));
  }

  async function presentOne(venueId: string, id: string) {
    const [one] = await present(venueId, { id, most: 1 });
    if (!one) throw notFound('delivery');
    return one;
  }
}

const supplierRef = (ownerId: string, id: string) => ({
  ownerId,
  id: parseId(id, 'supplier').toLowerCase(),
});
