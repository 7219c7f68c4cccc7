import { roleDescriptions, roleNames } from '../../../rules/permissions/people-messages.ts';
import { type Role, roles } from '../../../rules/permissions/roles.ts';
import type { Venue } from '../../api/venues.ts';
import { Choice, Choices, VenueChoices } from '../../components/choices.tsx';

interface RoleFieldsProps {
  readonly role: Role;
  readonly onRole: (role: Role) => void;
  /** Null for all venues. */
  readonly venueIds: readonly string[] | null;
  readonly onVenues: (venueIds: readonly string[] | null) => void;
  readonly venues: readonly Venue[];
  readonly error: string | undefined;
}

/** Role and venues of a person; owners have all venues. */
export const RoleFields = ({ role, onRole, ...ofVenues }: RoleFieldsProps) => (
  <>
    <Choices legend="Role" error={undefined}>
      {roles.map((one) => (
        <Choice
          key={one}
          type="radio"
          name="role"
          checked={one === role}
          onChange={() => onRole(one)}
          label={roleNames[one]}
          hint={roleDescriptions[one]}
        />
      ))}
    </Choices>
    {role !== 'owner' && <VenueChoices {...ofVenues} />}
  </>
);
