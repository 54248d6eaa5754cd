import { PASSWORD_MAX, PASSWORD_MIN } from '../passwords/password-length.js';
import { commonTexts } from './texts/common.texts.js';

/** Characters of a name, of a user or of a tenant. */
export const NAME_MAX = 200;

/** NUL is the one character that no store accepts; texts from a form have no lone surrogates. */
export const enteredName = (form: URLSearchParams, field: string): string =>
  (form.get(field) ?? '').replaceAll('\0', '').trim();

/** Why the name of a user is invalid, by the rules of the API; undefined if it is valid. */
export function wrongName(name: string): string | undefined {
  const { noName, longName } = commonTexts();
  if (name === '') return noName;
  return name.length > NAME_MAX ? longName(NAME_MAX) : undefined;
}

/** Why a new password is invalid, by the rules of the API; undefined if it is valid. */
export function wrongPassword(password: string): string | undefined {
  const { noPassword, shortPassword, longPassword } = commonTexts();
  if (password === '') return noPassword;
  if (password.length < PASSWORD_MIN) return shortPassword;
  if (password.length > PASSWORD_MAX) return longPassword;
  return undefined;
}
