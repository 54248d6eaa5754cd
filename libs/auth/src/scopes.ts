/** Every scope that a key may have, each classified once: a publishable key takes `read` ones alone. */
export const SCOPES = {
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
} as const;

export type Scope = keyof typeof SCOPES;

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

export function isScope(value: string): value is Scope {
  return Object.hasOwn(SCOPES, value);
}
