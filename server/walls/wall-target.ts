/** A wall display as the target of an audit entry: `screen Bar left of Rooftop`. */
export const wallTarget = (label: string, venueName: string): string =>
  `screen ${label} of ${venueName}`;
