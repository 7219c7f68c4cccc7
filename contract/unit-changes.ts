/** Several units of a venue are changed together. */
import { z } from 'zod';
import { unitMessages } from '../rules/units/unit-messages.ts';
import { defineEndpoint, largeBodyBytes } from './endpoint.ts';
import { id } from './fields.ts';
import { newMaintenance } from './unit-health.ts';
import { unitChanges, unitName } from './units.ts';

/** Each unit is changed by itself: one that is refused does not keep the others from it. */
export const updateUnits = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/units/changes',
  summary:
    'Pause up to 1,000 units of a venue for maintenance, end that, or change fields of them, each with its result',
  permission: 'units.maintenance',
  body: z
    .object({
      /** By id or number. */
      units: z.array(id).min(1, unitMessages.noUnits).max(1000, 'Choose at most 1,000 units'),
      /** Null ends it. */
      maintenance: newMaintenance.nullable().optional(),
      changes: unitChanges
        .pick({
          model: true,
          discountRate: true,
          idCheckingServiceHostName: true,
          homeHelperText: true,
          homeButtonImage: true,
        })
        .optional(),
    })
    .refine(({ maintenance, changes }) => (maintenance === undefined) !== (changes === undefined), {
      path: ['changes'],
      error: unitMessages.oneChange,
    }),
  bodyLimit: largeBodyBytes,
  responses: {
    200: z.object({
      units: z.array(
        z.object({
          unitId: z.string(),
          unitNumber: z.number(),
          unitName,
          /** As of a request of its own: 200, or why this unit was left as it is. */
          status: z.number(),
          message: z.string(),
        }),
      ),
    }),
  },
});
