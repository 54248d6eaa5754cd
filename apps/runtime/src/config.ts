import { AuthConfig, configOf, ServiceConfig } from '#libs/config';

/** Variables of the runtime. */
export class RuntimeConfig extends configOf(ServiceConfig, AuthConfig) {}
