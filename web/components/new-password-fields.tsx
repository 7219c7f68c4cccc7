import { passwordLength } from '../../rules/users/sign-in.ts';
import { PasswordField } from '../ui/password-field.tsx';

interface NewPasswordFieldsProps {
  /** Messages by field. */
  readonly errors: ReadonlyMap<string, string>;
  readonly size?: 'sm' | 'md';
}

/** The fields of a new password, which is typed twice. */
export const NewPasswordFields = ({ errors, size = 'md' }: NewPasswordFieldsProps) => (
  <>
    <PasswordField
      label="New password"
      name="password"
      description={`At least ${passwordLength.least} characters`}
      autoComplete="new-password"
      size={size}
      error={errors.get('password')}
    />
    <PasswordField
      label="New password again"
      name="password2"
      autoComplete="new-password"
      size={size}
      error={errors.get('password2')}
    />
  </>
);
