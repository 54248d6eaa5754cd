/** Declared access of routes, principals, keys, sessions and scopes. */

export {
  AnyBearer,
  ApiKey,
  IdentityOutage,
  Internal,
  KeyInHeader,
  KeyOrSession,
  Operator,
  Public,
  Session,
  SignedByKey,
  type Access,
} from './access/access.js';
export { AccessGuard } from './access/access.guard.js';
export { AccessRegistry } from './access/access-registry.js';
export { AuthSettings, type KeyRules } from './auth-settings.js';
export { byKey, type KeyAccess } from './access/by-key.js';
export { requireScope } from './access/key-scope.js';
export { AuthModule, type AuthOptions } from './auth.module.js';
export { CredentialReader } from './credentials/credential-reader.js';
export { CredentialSource } from './credentials/credential-source.js';
export { isWrite, requestOf } from './access/execution.js';
export { RESOLVE_CREDENTIALS_PATH } from './credentials/http-credential-source.js';
export { KEY_USE_PATH, SESSION_USE_PATH, USE_BATCH } from './use/http-use-reporters.js';
export { IdentityClient } from './identity/identity-client.js';
export { type IdentityAnswer } from './identity/identity-exchange.js';
export { type JudgeAccess, StreamAccess } from './access/stream-access.js';
export { OngoingAccess, type Reauthorize } from './access/ongoing-access.js';
export { hashKey, KeyAuthenticator } from './credentials/key-authenticator.js';
export { KeyUse, KeyUseReporter } from './use/key-use.js';
export { currentOrigin, type Actor, type ActorKind, type RequestOrigin } from './principal/origin.js';
export { isFromOwnPages } from './access/own-pages.js';
export * from './principal/principal.js';
export * from './access/scopes.js';
export { signingSecretOf } from './signature/signing-secret.js';
export { type SignatureFault } from './signature/signature-authenticator.js';
export { SessionCheck } from './sessions/session-check.js';
export { SessionUse, SessionUseReporter } from './use/session-use.js';
export {
  bearerOf,
  COMMAND_LINE_APP,
  OWN_APP,
  SESSION_ALGORITHM,
  SESSION_AUDIENCE,
  SESSION_COOKIE,
  type SessionClaims,
} from './sessions/session-token.js';
export { keyIdOf, SigningKeys } from './sessions/signing-keys.js';
export { SupportLog, type SupportRequest } from './principal/support-access.js';
export { isSuspended, Suspension, SUSPENDED_REASON } from './credentials/suspension.js';
export { ViewStore, ViewUnavailable, type ViewMark } from './credentials/view-store.js';
export * from './credentials/views.js';
