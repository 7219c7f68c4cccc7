/** Diagnosis of a sold drink: why it was not poured, or was free. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { id } from './fields.ts';

const diagnosis = {
  params: z.object({ orderId: id, orderedDrinkId: id }),
  /** Messages, the most likely cause first; empty when nothing is known. */
  responses: { 200: z.array(z.string()) },
} as const;

export const diagnosePouringFailure = defineEndpoint({
  method: 'GET',
  path: '/api/diagnosis/pouringFailure/{orderId}/{orderedDrinkId}',
  summary: 'Why nothing was poured',
  access: 'dashboard',
  permission: 'sales.read',
  ...diagnosis,
});

export const diagnoseComplimentary = defineEndpoint({
  method: 'GET',
  path: '/api/diagnosis/complimentary/{orderId}/{orderedDrinkId}',
  summary: 'Why a drink was free or paid back although it was poured',
  access: 'dashboard',
  permission: 'sales.read',
  ...diagnosis,
});
