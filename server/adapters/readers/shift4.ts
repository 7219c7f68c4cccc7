/** Endpoints of Shift4's Payment Platform that describe a card reader: built from its documentation, not certified. */
import { z } from 'zod';
import { requestShift4, shift4Response, type Shift4Request, shift4Time } from '../shift4-client.ts';
import type { CardReader } from './port.ts';

const status = shift4Response(z.object({ cloudRegistered: z.string() }));
const merchants = shift4Response(
  z.object({
    merchant: z.object({
      name: z.string().default(''),
      addressLine1: z.string().default(''),
      city: z.string().default(''),
      region: z.string().default(''),
      postalCode: z.string().default(''),
    }),
  }),
);
/** Shift4 stores no name or address per reader: those are the merchant's. Null when it is not registered. */
export async function findShift4Reader(
  call: Shift4Request,
  serialNumber: string,
): Promise<CardReader | null> {
  const device = { cloud: true, manufacturer: 'PAX', serialNumber };
  const body = { dateTime: shift4Time(), device };
  const [found, about] = await Promise.all([
    requestShift4(call, 'POST', 'devices/getstatus', status, body),
    requestShift4(call, 'GET', 'merchants/merchant', merchants),
  ]);
  if (found.result[0].cloudRegistered !== 'Y') return null;
  const { name, addressLine1, city, region, postalCode } = about.result[0].merchant;
  return {
    serialNumber,
    displayName: name,
    addressLine1,
    city,
    state: region,
    country: '',
    zipCode: postalCode,
  };
}
