import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { passkeySignInMutation } from '../../api/passkeys.ts';
import { ErrorLine } from '../../ui/error-line.tsx';

/** Signs in with a passkey that the browser offers, without an email and a password. */
export function PasskeyButton({ onToken }: { readonly onToken: (token: string) => void }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    ...passkeySignInMutation,
    onSuccess: ({ token }) => onToken(token),
  });
  return (
    <>
      {error && <ErrorLine>{error.message}</ErrorLine>}
      <Button
        variant="subtle"
        size="md"
        fullWidth
        loading={isPending || isSuccess}
        onClick={() => mutate()}
      >
        Sign in with a passkey
      </Button>
    </>
  );
}
