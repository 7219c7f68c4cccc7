import { describe, expect, test } from 'vitest';
import { paymentProviderOf } from './payment-provider.ts';

const none = { stripe: false, shift4: false };
const both = { stripe: true, shift4: true };
const stripe = { stripe: true, shift4: false };
const shift4 = { stripe: false, shift4: true };
const payment = (paymentId: string | null, more: object = {}) => ({
  paymentId,
  readers: none,
  accounts: none,
  ...more,
});

describe('paymentProviderOf', () => {
  test.each([
    ['pi_123', 'stripe'],
    ['ch_123', 'stripe'],
    ['py_123', 'stripe'],
    ['12345', 'shift4'],
    ['0000012345:8048023u8m2ka9tj', 'shift4'],
    ['demo_123', 'demo'],
    ['12345678901', null],
    ['pay_123', null],
    [null, null],
  ])('the form of %j gives %j, whatever the venue is set up for', (paymentId, provider) => {
    expect(paymentProviderOf(payment(paymentId))).toBe(provider);
    if (provider !== null) {
      const other = provider === 'stripe' ? shift4 : stripe;
      expect(paymentProviderOf(payment(paymentId, { readers: other, accounts: other }))).toBe(
        provider,
      );
    }
  });

  test('the provider that the unit names comes first, but only for a payment', () => {
    expect(paymentProviderOf(payment('pi_123', { named: 'shift4' }))).toBe('shift4');
    expect(paymentProviderOf(payment(null, { named: 'shift4', accounts: shift4 }))).toBeNull();
  });

  test('a reference of unknown form belongs to the only provider of the unit, else of the venue', () => {
    expect(paymentProviderOf(payment('x', { readers: shift4, accounts: stripe }))).toBe('shift4');
    expect(paymentProviderOf(payment('x', { readers: both, accounts: stripe }))).toBe('stripe');
    expect(paymentProviderOf(payment('x', { accounts: shift4 }))).toBe('shift4');
    expect(paymentProviderOf(payment('x', { readers: both, accounts: both }))).toBeNull();
  });
});
