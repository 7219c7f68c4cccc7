/**
 * Preview of a role: the app in a frame of /people, whose requests the server answers as it would to a member with the
 * role. The name of the frame says which; it stays while the frame moves from screen to screen.
 */
import { actingHeader, previewHeader } from '../../contract/headers.ts';
import { type PreviewAs, previewText } from '../../rules/permissions/preview.ts';
import type { Claims } from './claims.ts';

export interface Preview extends PreviewAs {
  readonly ownerId: string;
  /** Permissions that the owner has added to those of the role. */
  readonly allowed: readonly string[];
  /** True when a super admin previews, who acts for the owner. */
  readonly isActing: boolean;
}

const prefix = 'barback preview ';

/** Name of the frame that shows this preview. */
export const frameName = (preview: Preview): string => prefix + JSON.stringify(preview);

function readFrame(): Preview | null {
  if (window.parent === window || !window.name.startsWith(prefix)) return null;
  // Only a page of this origin can show the app in a frame, and has given it this name.
  const preview: Preview = JSON.parse(window.name.slice(prefix.length));
  return preview;
}

const preview = readFrame();

export const isPreview = (): boolean => preview !== null;

/** Headers of every request in a preview. */
export function previewHeaders(): Record<string, string> {
  if (preview === null) return {};
  const { ownerId, isActing } = preview;
  return {
    [previewHeader]: previewText(preview),
    ...(isActing ? { [actingHeader]: ownerId } : {}),
  };
}

/** Claims of a session as a member with the role would have them. */
export function asPreviewed(claims: Claims): Claims {
  if (preview === null) return claims;
  const { firstName: _first, lastName: _last, ...rest } = claims;
  const { role, ownerId, allowed, venueId } = preview;
  const name = `A ${role}`;
  return {
    ...rest,
    name,
    accountType: 'staff',
    role,
    ownerId,
    allowed,
    allVenues: venueId === null,
  };
}
