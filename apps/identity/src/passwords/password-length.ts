export const PASSWORD_MIN = 8;
/** Longer passwords would only cost time to hash. */
export const PASSWORD_MAX = 1024;
