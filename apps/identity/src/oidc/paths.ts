/** The paths of OAuth and OpenID Connect. */
export const PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  userinfo: '/oauth/userinfo',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  end_session: '/oauth/logout',
  device_authorization: '/oauth/device',
  /** Short, because users type it. */
  code_verification: '/device',
  /** Answered by JwksController. */
  jwks: '/.well-known/jwks.json',
} as const;

export const signInPath = (uid: string): string => `/sign-in/${uid}`;
