/** Preview: requests of an owner that are answered as they would be to one of the roles. */
import { isRole, type Role } from './roles.ts';

export interface PreviewAs {
  role: Role;
  /** The only venue of the role; null for all. */
  venueId: string | null;
}

/** Value of the header of the preview: `bartender`, or `bartender 018f…` for one venue. */
export const previewText = ({ role, venueId }: PreviewAs): string =>
  venueId === null ? role : `${role} ${venueId}`;

export function readPreview(text: string): PreviewAs | null {
  const [role, venueId = null, ...rest] = text.split(' ');
  return isRole(role) && rest.length === 0 ? { role, venueId } : null;
}

export const previewMessages = {
  readOnly: 'This is a preview: nothing can be changed in it',
  notAllowed: 'Only those who manage people may preview a role',
  unknown: 'Use a role, or a role and the id of a venue',
} as const;
