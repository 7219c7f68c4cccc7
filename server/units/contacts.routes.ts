import * as contactEndpoints from '../../contract/contacts.ts';
import type { Mount } from '../http/mount.ts';
import { listRecipients } from '../recipients/recipients.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { contactView } from './contacts.view.ts';
import { requestContactConfirmation } from './request-contact-confirmation.ts';
import { requireUnit } from './unit-access.ts';
import { getUnit } from './units.queries.ts';

export function contactRoutes(mount: Mount, deps: AppDeps): void {
  mount(contactEndpoints.listContacts, async ({ actor, params }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    const { contacts } = await getUnit(deps.db, unit);
    const recipients = await listRecipients(deps.db, unit.owner_id, 'sms', contacts);
    return contacts.map((number) =>
      contactView(
        number,
        recipients.find(({ address }) => address === number),
      ),
    );
  });

  mount(contactEndpoints.requestContactConfirmation, async ({ actor, params, body }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    return { number: await requestContactConfirmation(deps, unit, body.number) };
  });
}
