import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useCommon } from '#web/i18n/common.ts';

/** A field for a secret, with a button that shows it, in the language of the page. */
export function PasswordField(props: PasswordInputProps) {
  const { showPassword } = useCommon();
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': showPassword }} {...props} />;
}
