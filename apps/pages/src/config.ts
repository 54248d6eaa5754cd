import { AuthConfig, configOf, ServiceConfig } from '#libs/config';

/** Variables of Pages. */
export class PagesConfig extends configOf(ServiceConfig, AuthConfig) {}
