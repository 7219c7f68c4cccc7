import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import { dollarsOf, priceText } from '../../../lib/price-text.ts';
import {
  describeRole,
  roleDescriptions,
  roleNames,
} from '../../../rules/permissions/people-messages.ts';
import type { Role } from '../../../rules/permissions/roles.ts';
import { type RoleSettings, updateRoleSettings } from '../../api/people.ts';
import { attempt } from '../../components/attempt.ts';
import { SavedField } from '../../components/saved-field.tsx';
import { Card } from '../../ui/page.tsx';
import styles from './people-screen.module.css';

const shownRoles: readonly Role[] = ['manager', 'bartender', 'accountant'];

const listed = (texts: readonly string[]): string => {
  const text = texts.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

function RoleRow({ role }: { readonly role: Role }) {
  const { may, ifAllowed, mayNot } = describeRole(role);
  return (
    <details className={styles['role']}>
      <summary>
        <strong>{roleNames[role]}</strong> {roleDescriptions[role]}
      </summary>
      <dl className={styles['grants']}>
        <dt>May</dt>
        <dd>{listed(may)}</dd>
        {ifAllowed.length > 0 && (
          <>
            <dt>If you allow it</dt>
            <dd>{listed(ifAllowed)}</dd>
          </>
        )}
        <dt>May not</dt>
        <dd>{listed(mayNot)}</dd>
      </dl>
    </details>
  );
}

interface RolesCardProps {
  readonly ownerId: string | null;
  readonly settings: RoleSettings;
}

/** What each role may do, from the table that the server decides by, and what the owner adds to it. */
export function RolesCard({ ownerId, settings }: RolesCardProps) {
  const save = (changes: Partial<RoleSettings>) =>
    attempt('save what roles may do', () => updateRoleSettings(ownerId, changes));
  return (
    <Card title="Roles">
      <div className={styles['settings']}>
        <Switch
          label="Bartenders see prices and amounts"
          description="Bartenders sign in again after a change."
          checked={settings.bartendersSeeMoney}
          onChange={({ currentTarget }) => void save({ bartendersSeeMoney: currentTarget.checked })}
        />
        <Switch
          label="Managers change prices"
          description="Managers sign in again after a change."
          checked={settings.managersChangePrices}
          onChange={({ currentTarget }) =>
            void save({ managersChangePrices: currentTarget.checked })
          }
        />
        <Switch
          label="Everyone needs two-step sign-in"
          description="Includes you. Until they set it up, people can open only their profile."
          checked={settings.secondFactorRequired}
          onChange={({ currentTarget }) =>
            void save({ secondFactorRequired: currentTarget.checked })
          }
        />
        <div>
          <div className={styles['limit']}>
            <SavedField
              id={`refund limit of managers ${ownerId ?? ''}`}
              label="Refund limit per manager (24 h)"
              stored={priceText(settings.managerRefundLimit)}
              delayMs={null}
              input={{ leftSection: '$', inputMode: 'decimal' }}
              save={(text) =>
                updateRoleSettings(ownerId, { managerRefundLimit: dollarsOf(text) ?? Number.NaN })
              }
            />
          </div>
        </div>
      </div>
      {shownRoles.map((role) => (
        <RoleRow key={role} role={role} />
      ))}
    </Card>
  );
}
