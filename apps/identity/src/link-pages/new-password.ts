import { PASSWORD_MAX, PASSWORD_MIN } from '../users/user.requests.js';

/** Why a new password is invalid, by the rules of the API; undefined if it is valid. */
export function wrongPassword(password: string): string | undefined {
  if (password === '') return 'Enter a password.';
  if (password.length < PASSWORD_MIN) return `This is too short: it takes at least ${PASSWORD_MIN} characters.`;
  if (password.length > PASSWORD_MAX) return `This is too long: ${PASSWORD_MAX} characters are the most.`;
  return undefined;
}
