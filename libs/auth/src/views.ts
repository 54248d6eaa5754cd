import type { Id, TenantId } from '#libs/persistence';

/** What identity says of an API key. The secret is known only by its SHA-256. */
export interface KeyView {
  keyId: Id<'key'>;
  tenantId: TenantId;
  scopes: string[];
  environment: 'live' | 'test';
  /** ISO 8601, or null for a key that does not expire. */
  expiresAt: string | null;
}

export type TenantStatus = 'active' | 'suspended' | 'trial';

export interface TenantView {
  id: TenantId;
  slug: string;
  name: string;
  status: TenantStatus;
  plan: string;
  products: string[];
}

/** What an operator's read-only session in a tenant is bound to. */
export interface SupportView {
  tenantId: TenantId;
  /** The operator's own session, with which this one ends. */
  parentSessionId: string;
}

export interface SessionView {
  sessionId: Id<'ses'>;
  userId: Id<'usr'>;
  expiresAt: string;
  /** Only of support sessions. */
  support?: SupportView;
}

export type Role = 'owner' | 'admin' | 'member';

export interface Membership {
  tenantId: TenantId;
  slug: string;
  role: Role;
}

export interface UserView {
  userId: Id<'usr'>;
  email: string;
  active: boolean;
  operator: boolean;
  /** In the order in which the user joined them: the first is the default. */
  memberships: Membership[];
}

/** The four kinds of entry, each under its own name: key by SHA-256 (hex) of the secret, the others by id. */
export interface CredentialViews {
  key: KeyView;
  tenant: TenantView;
  session: SessionView;
  user: UserView;
}

export type ViewKind = keyof CredentialViews;

/** An entry that says that there is no such credential, or that it was revoked. */
export type ViewEntry<K extends ViewKind> = CredentialViews[K] | null;
