import { PASSWORD_MAX, PASSWORD_MIN } from '../users/user.requests.js';

/** What is wrong with a password that somebody chose, by the rules of the API. */
export function wrongPassword(password: string): string | undefined {
  if (password === '') return 'Enter a password.';
  if (password.length < PASSWORD_MIN) return `This is too short: it takes at least ${PASSWORD_MIN} characters.`;
  if (password.length > PASSWORD_MAX) return `This is too long: ${PASSWORD_MAX} characters are the most.`;
  return undefined;
}
