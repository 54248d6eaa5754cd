/** What the guard needs to know of the configuration. */
export class AuthSettings {
  constructor(
    /** Bearer of /internal/ routes. */
    readonly serviceSecret: string,
    /** Origins whose pages may write with the session cookie. */
    readonly allowedOrigins: readonly string[],
  ) {}
}
