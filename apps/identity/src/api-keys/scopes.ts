import type { Scope, Scopes } from '#libs/auth';

/** Every scope that a key may have. Each app declares its own; this list does not compile if one is missing. */
export const SCOPES: { readonly [S in Scope]: Scopes[S] } = {
  'emails:send': 'write',
  'emails:read': 'read',
  'sms:send': 'write',
  'push:send': 'write',
  'devices:read': 'read',
  'devices:write': 'write',
  'account:read': 'read',
  'email:send': 'write',
  'email:read': 'read',
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
