/** The setup of a unit is copied to other units. */
import { z } from 'zod';
import { copyMessages, copyModes, copyParts } from '../rules/copies/copy-setup.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, line, plainText, timeOut } from './fields.ts';
import { unitCategory, unitName } from './units.ts';
import { unitMessages } from '../rules/units/unit-messages.ts';

const item = z.object({
  kind: z.enum(['ingredient', 'drink', 'unit']),
  /** Empty for the unit itself. */
  name: z.string(),
});

/** With what each field was and is, as texts; `was` is empty for what is added. */
const changedItem = item.extend({
  fields: z.array(z.object({ field: z.string(), was: z.string(), is: z.string() })),
});

const copiedUnit = z.object({
  unitId: z.string(),
  unitNumber: z.number(),
  unitName,
  venueName: z.string(),
  /** As of a request of its own: 200, or why this unit was left as it is, such as 409. */
  status: z.number(),
  message: z.string(),
});

/**
 * Each unit is changed as a whole or not at all, and one that is refused does not keep the others from it. A unit that
 * is named in `expected` with the version of its preview is refused with 409 if it, or the source, was changed since.
 */
export const copySetup = defineEndpoint({
  method: 'POST',
  path: '/api/copies',
  summary:
    'Copy the setup of a unit to other units of the same owner, or a template to units of an owner; with preview, only what would change in each',
  permission: 'units.write',
  body: z
    .object({
      /** By id or number, as the units that it is copied to. */
      from: id.optional(),
      /** Id of a template that takes the place of the unit `from`. */
      template: id.optional(),
      to: z.array(id).min(1, unitMessages.noUnits).max(200, 'Choose at most 200 units'),
      parts: z.array(z.enum(copyParts)).min(1, copyMessages.noParts),
      /** `equal` also takes out what the source does not have. */
      mode: z.enum(copyModes).default('add'),
      preview: z.boolean().default(false),
      /** Versions of the preview by unit, as named in `to`. */
      expected: z.record(plainText(100), plainText(100)).optional(),
    })
    .refine(({ from, template }) => (from === undefined) !== (template === undefined), {
      path: ['from'],
      error: copyMessages.noSource,
    }),
  responses: {
    200: z.object({
      /** To undo it; null for a preview, and where nothing changed. */
      id: z.string().nullable(),
      targets: z.array(
        copiedUnit.extend({
          version: z.string(),
          adds: z.array(changedItem),
          changes: z.array(changedItem),
          removes: z.array(item),
          cannot: z.array(item.extend({ reason: z.string() })),
        }),
      ),
    }),
  },
});

export const listCopies = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/copies',
  summary:
    'Copies to units of a venue in the last 30 days, newest first, at most 50, with units of other venues',
  permission: 'units.write',
  responses: {
    200: z.array(
      z.object({
        id: z.string(),
        at: timeOut,
        person: z.string(),
        /** What was copied, by its name at that time; empty where it is not known. */
        from: z.string(),
        units: z.array(
          copiedUnit.omit({ status: true, message: true }).extend({
            /** What is `copied` can be undone. */
            state: z.enum(['copied', 'undone', 'deleted']),
          }),
        ),
      }),
    ),
  },
});

export const undoCopy = defineEndpoint({
  method: 'POST',
  path: '/api/copies/{copyId}/undo',
  summary:
    'Undo a copy of the last 30 days in each of its units, except for what was changed since',
  permission: 'units.write',
  responses: {
    200: z.object({
      targets: z.array(copiedUnit.extend({ kept: z.array(item) })),
    }),
  },
});

const template = z.object({
  id: z.string(),
  name: z.string(),
  /** Made by a super administrator, for the units of all owners. */
  forAllOwners: z.boolean(),
  category: unitCategory,
  ingredients: z.number(),
  drinks: z.number(),
  at: timeOut,
  person: z.string(),
});

export const listSetupTemplates = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/setup-templates',
  summary: 'Templates of the owner of a venue and those for all owners, by name',
  permission: 'units.write',
  responses: { 200: z.array(template) },
});

export const createSetupTemplate = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/setup-templates',
  summary:
    'Save the setup of a unit under a name, for the owner or, by super administrators, for all owners; without pictures and categories of the menu',
  permission: 'units.write',
  body: z.object({
    name: line(100),
    /** A unit of the venue by id or number. */
    from: id,
    forAllOwners: z.boolean().default(false),
  }),
  responses: { 201: template },
});

export const deleteSetupTemplate = defineEndpoint({
  method: 'DELETE',
  path: '/api/venues/{venueId}/setup-templates/{templateId}',
  summary: 'Delete a template; copies of it stay',
  permission: 'units.write',
  responses: { 200: z.object({ id: z.string() }) },
});
