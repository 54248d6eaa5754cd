import { commonTexts } from '../browser-pages/texts/common.texts.js';
import { PASSWORD_MAX, PASSWORD_MIN } from '../passwords/password-length.js';

/** Why a new password is invalid, by the rules of the API; undefined if it is valid. */
export function wrongPassword(password: string): string | undefined {
  const { noPassword, shortPassword, longPassword } = commonTexts();
  if (password === '') return noPassword;
  if (password.length < PASSWORD_MIN) return shortPassword;
  if (password.length > PASSWORD_MAX) return longPassword;
  return undefined;
}
