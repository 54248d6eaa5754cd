import { AuthConfig, configOf, ServiceConfig } from '#libs/config';

/** What Pages reads from its environment. */
export class PagesConfig extends configOf(ServiceConfig, AuthConfig) {}
