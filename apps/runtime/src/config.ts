import { AuthConfig, configOf, ServiceConfig } from '#libs/config';

/** What the runtime reads from its environment. */
export class RuntimeConfig extends configOf(ServiceConfig, AuthConfig) {}
