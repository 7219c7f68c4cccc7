import { useState } from 'react';
import {
  allowedTo,
  isRole,
  type Role,
  usualRoleSettings,
} from '../../../rules/permissions/roles.ts';
import { roleNames } from '../../../rules/permissions/role-texts.ts';
import type { RoleSettings } from '../../api/people.ts';
import type { Venue } from '../../api/venues.ts';
import { paths } from '../../paths.ts';
import { frameName } from '../../session/preview.ts';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/fields.tsx';
import styles from './people-screen.module.css';

interface PreviewCardProps {
  readonly ownerId: string;
  /** True when a super admin acts for the owner. */
  readonly isActing: boolean;
  readonly settings: RoleSettings;
  readonly venues: readonly Venue[];
}

const shownRoles: readonly Role[] = ['manager', 'bartender', 'accountant'];

/** The app as a role sees it, in a frame: real screens with real data, which change nothing. */
export function PreviewCard({ ownerId, isActing, settings, venues }: PreviewCardProps) {
  const [role, setRole] = useState<Role | null>(null);
  const [venueId, setVenueId] = useState<string | null>(null);
  const allowed = role === null ? [] : allowedTo(role, { ...usualRoleSettings, ...settings });
  const name = role === null ? null : frameName({ role, venueId, ownerId, allowed, isActing });
  return (
    <Card title="Preview">
      <div className={styles['preview']}>
        <p>
          See Barback as a role sees it, with the data of your venues. Nothing can be changed in the
          preview.
        </p>
        <div className={styles['preview-choices']}>
          <SelectField
            label="Role"
            value={role ?? ''}
            onChange={({ currentTarget: { value } }) => setRole(isRole(value) ? value : null)}
            data={[
              { value: '', label: 'Choose a role' },
              ...shownRoles.map((one) => ({ value: one, label: roleNames[one] })),
            ]}
          />
          <SelectField
            label="Venues"
            value={venueId ?? ''}
            onChange={({ currentTarget: { value } }) => setVenueId(value === '' ? null : value)}
            data={[
              { value: '', label: 'All venues' },
              ...venues.map((venue) => ({ value: venue.id, label: venue.name })),
            ]}
          />
        </div>
        {role !== null && name !== null && (
          // The frame shows the app itself, which needs its scripts and its origin.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          <iframe
            key={name}
            name={name}
            src={paths.preview}
            title={`Barback as a ${role} sees it`}
            className={styles['frame']}
          />
        )}
      </div>
    </Card>
  );
}
