import { useSyncExternalStore } from 'react';

const LEFT = 'service.left';
/** Milliseconds in which a second sign-in would only repeat the first. */
const AGAIN_AFTER = 60_000;

/** `here`: the session is over, and what is typed must not be lost. `refused`: it is refused also after a new sign-in. */
export type SignedOut = 'here' | 'refused' | null;

let state: SignedOut = null;
const listeners = new Set<() => void>();

/**
 * Goes to sign-in, and comes back to this address after it. Stays if a form has text in it, and if this was tried just now: an
 * identity whose sessions are refused must not lead in circles.
 */
export function leaveForSignIn(): void {
  if (Date.now() - Number(sessionStorage.getItem(LEFT) ?? 0) < AGAIN_AFTER) return become('refused');
  if (hasTypedText()) return become('here');
  goToSignIn();
}

/** Goes to sign-in, whatever was tried before. */
export function goToSignIn(): void {
  sessionStorage.setItem(LEFT, String(Date.now()));
  location.assign(`/auth/login?to=${encodeURIComponent(location.pathname + location.search)}`);
}

/** Notes that an answer came for a session: there is one again, perhaps from a sign-in in another tab. */
export function noteSignedIn(): void {
  if (state === 'here') become(null);
}

export const useSignedOut = (): SignedOut => useSyncExternalStore(subscribe, () => state);

function become(next: SignedOut): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const hasTypedText = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('form input, form textarea')].some(
    ({ type, value }) => /^(?:text|email|tel|url|textarea)$/.test(type) && value.trim() !== '',
  );
