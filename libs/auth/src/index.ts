export {
  AnyBearer,
  ApiKey,
  IdentityOutage,
  Internal,
  KeyOrSession,
  Operator,
  Public,
  Session,
  type Access,
} from './access.js';
export { AccessGuard } from './access.guard.js';
export { AccessRegistry } from './access-registry.js';
export { AuthSettings, type KeyRules } from './auth-settings.js';
export { byKey, type KeyAccess } from './by-key.js';
export { requireScope } from './key-scope.js';
export { AuthModule, type AuthOptions } from './auth.module.js';
export { CredentialReader } from './credential-reader.js';
export { CredentialSource } from './credential-source.js';
export { isWrite, requestOf } from './execution.js';
export { RESOLVE_CREDENTIALS_PATH } from './http-credential-source.js';
export { KEY_USE_PATH, SESSION_USE_PATH, USE_BATCH } from './http-use-reporters.js';
export { IdentityClient } from './identity-client.js';
export { type IdentityAnswer } from './identity-exchange.js';
export { OngoingAccess, type Reauthorize } from './ongoing-access.js';
export { hashKey } from './key-authenticator.js';
export { KeyUse, KeyUseReporter } from './key-use.js';
export { currentOrigin, type Actor, type ActorKind, type Origin } from './origin.js';
export { isFromOwnPages } from './own-pages.js';
export * from './principal.js';
export * from './scopes.js';
export { SessionCheck } from './session-check.js';
export { SessionUse, SessionUseReporter } from './session-use.js';
export {
  bearerOf,
  OWN_APP,
  SESSION_ALGORITHM,
  SESSION_AUDIENCE,
  SESSION_COOKIE,
  type SessionClaims,
} from './session-token.js';
export { keyIdOf, SigningKeys } from './signing-keys.js';
export { SupportLog, type SupportRequest } from './support-access.js';
export { isSuspended, Suspension, SUSPENDED_REASON } from './suspension.js';
export { ViewStore, ViewUnavailable, type ViewMark } from './view-store.js';
export * from './views.js';
