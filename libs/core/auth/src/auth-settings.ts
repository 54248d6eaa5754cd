import type { Product } from './access/scopes.js';

/** Rules of an API for keys and tenants beside a route's own access. */
export interface KeyRules {
  /** The product that a tenant must have; any tenant if absent. */
  product?: Product;
  /** Whether a session without a tenant, the product or the role is answered 404, as if there were no route; if absent, 403. */
  hidesRoutes?: boolean;
  /** Whether a valid key on a route for sessions is answered 403; if absent it is 401, as no session. */
  keyIsDenied?: boolean;
}

/** The guard's configuration. */
export class AuthSettings {
  constructor(
    /** Bearer token of /internal/ routes. */
    readonly serviceSecret: string,
    /** Origins whose pages may write with the session cookie. */
    readonly allowedOrigins: readonly string[],
    /** Whether operators must have a second factor. */
    readonly operatorsNeedSecondFactor: boolean,
    readonly rules: KeyRules = {},
  ) {}
}
