import { Problem } from '#libs/core/http';
import { currentPrincipal } from '../principal/principal.js';
import type { Scope } from './scopes.js';

/** @throws Problem PermissionDenied if a key has none of the scopes */
export function requireOneOf(held: readonly string[], scopes: readonly Scope[]): void {
  if (scopes.some((scope) => held.includes(scope))) return;
  throw new Problem('PermissionDenied', { message: `The API key lacks the scope ${scopes.join(' or ')}` });
}

/**
 * For a route whose scope depends on what the body asks for. Sessions have no scopes and pass.
 * @throws Problem PermissionDenied if the request has a key without the scope
 */
export function requireScope(scope: Scope): void {
  const principal = currentPrincipal();
  if (principal?.kind === 'key') requireOneOf(principal.scopes, [scope]);
}
