import type { Id, TenantId } from '#libs/core/persistence';

/** The state of an API key. */
export interface KeyView {
  keyId: Id<'key'>;
  tenantId: TenantId;
  scopes: string[];
  environment: 'live' | 'test';
  /** ISO 8601, or null for a key that does not expire. */
  expiresAt: string | null;
}

/** Hash of a key, by which its own entry is found. It never changes, and a revoked key has it too. */
export interface KeyHashView {
  hash: string;
}

export type TenantStatus = 'active' | 'suspended' | 'trial';

export interface TenantView {
  id: TenantId;
  slug: string;
  name: string;
  status: TenantStatus;
  plan: string;
  products: string[];
  /** ISO 8601: when it is deleted for good. Until then its owner can restore it. */
  deletesAt?: string;
}

/** The tenant and login of an operator's support session. */
export interface SupportView {
  tenantId: TenantId;
  /** The operator's own session; the support session ends with it. */
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
  /** Whether an e-mail address of the user is verified. */
  verified: boolean;
  /** Whether a login needs a second factor. */
  secondFactor: boolean;
  /** In the order of joining; the first is the default. */
  memberships: Membership[];
}

/** The kinds of entries and their names: a key by SHA-256 (hex) of its secret, the others by id; `keyHash` by the id of a key. */
export interface CredentialViews {
  key: KeyView;
  keyHash: KeyHashView;
  tenant: TenantView;
  session: SessionView;
  user: UserView;
}

export type ViewKind = keyof CredentialViews;

/** Null: the credential does not exist or was revoked. */
export type ViewEntry<K extends ViewKind> = CredentialViews[K] | null;
