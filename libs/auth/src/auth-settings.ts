/** The guard's configuration. */
export class AuthSettings {
  constructor(
    /** Bearer token of /internal/ routes. */
    readonly serviceSecret: string,
    /** Origins whose pages may write with the session cookie. */
    readonly allowedOrigins: readonly string[],
    /** Whether operators must have a second factor. */
    readonly operatorsNeedSecondFactor: boolean,
  ) {}
}
