import { APP_EVENT_ENTITIES } from '#libs/core/app-events';
import { AUDIT_ENTITIES } from '#libs/core/audit';
import { OUTBOX_ENTITIES } from '#libs/core/jobs';
import type { Entities } from '#libs/core/persistence';
import { TENANT_REMOVAL_ENTITIES } from '#libs/privacy/data-rights';
import { AccountDeletion } from './account-deletion/account-deletion.entity.js';
import { Address } from './users/address.entity.js';
import { ApiKey } from './api-keys/api-key.entity.js';
import { ViewChange } from './credentials/view-change.entity.js';
import { Invitation } from './invitations/invitation.entity.js';
import { LinkToken } from './link-tokens/link-token.entity.js';
import { OidcArtifact } from './oidc/oidc-artifact.entity.js';
import { PendingLogin } from './sessions/pending-login.entity.js';
import { Session } from './sessions/session.entity.js';
import { StoredSigningKey } from './signing-keys/signing-key.entity.js';
import { SupportSession } from './support/support-session.entity.js';
import { TenantDeletion } from './tenant-deletion/tenant-deletion.entity.js';
import { Membership } from './tenants/membership.entity.js';
import { Tenant } from './tenants/tenant.entity.js';
import { RecoveryCode, Totp } from './two-factor/two-factor.entities.js';
import { User } from './users/user.entity.js';

/** The entities of identity's database: one for each table. */
export const ENTITIES: Entities = [
  ...APP_EVENT_ENTITIES,
  ...AUDIT_ENTITIES,
  ...OUTBOX_ENTITIES,
  ...TENANT_REMOVAL_ENTITIES,
  AccountDeletion,
  Address,
  ApiKey,
  Invitation,
  LinkToken,
  Membership,
  OidcArtifact,
  PendingLogin,
  RecoveryCode,
  Session,
  StoredSigningKey,
  SupportSession,
  Tenant,
  TenantDeletion,
  Totp,
  User,
  ViewChange,
];
