import type { Scope, Scopes } from '#libs/core/auth';
import type { KeyKind } from './api-key.entity.js';

/** Every scope that a key may have. Each app declares its own; this list does not compile if one is missing. */
export const SCOPES: { readonly [S in Scope]: Scopes[S] } = {
  'emails:send': 'write',
  'emails:read': 'secret read',
  'sms:send': 'write',
  'push:send': 'write',
  'devices:read': 'secret read',
  'devices:write': 'write',
  'account:read': 'read',
  'contacts:read': 'secret read',
  'contacts:write': 'write',
  'lists:read': 'secret read',
  'lists:write': 'write',
  'topics:read': 'secret read',
  'topics:write': 'write',
  'templates:read': 'secret read',
  'templates:write': 'write',
  'domains:read': 'secret read',
  'domains:write': 'write',
  'suppressions:read': 'secret read',
  'suppressions:write': 'write',
  'webhooks:read': 'secret read',
  'webhooks:write': 'write',
  'campaigns:read': 'secret read',
  'campaigns:write': 'write',
  'messages:read': 'secret read',
  'reports:read': 'secret read',
  'email:send': 'write',
  'email:read': 'secret read',
  'mail:admin': 'write',
  'forms:read': 'read',
  'forms:write': 'write',
  'pages:read': 'read',
  'pages:write': 'write',
  'pages:publish': 'write',
};

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

export function isScope(value: string): value is Scope {
  return Object.hasOwn(SCOPES, value);
}

/** Returns whether a key of this kind may have the scope: a publishable key may stand in a browser, so it reads no mail and no people's data. */
export function mayHave(kind: KeyKind, scope: Scope): boolean {
  return kind === 'secret' || SCOPES[scope] === 'read';
}

/** The scopes that count: a publishable key that was made while more was allowed has lost the rest. */
export function scopesInForce(kind: KeyKind, scopes: readonly string[]): string[] {
  return scopes.filter((scope) => kind === 'secret' || (isScope(scope) && mayHave(kind, scope)));
}
