import { mutationOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import type { CallInput } from './endpoint-input.ts';

export const loginMutation = mutationOptions({
  mutationFn: (body: CallInput<'login'>['body']) => call('login', { body }),
});

export const registerMutation = mutationOptions({
  mutationFn: (body: CallInput<'register'>['body']) => call('register', { body }),
});

export const logout = () => call('logout', {});
