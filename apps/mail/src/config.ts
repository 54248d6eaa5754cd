import { AuthConfig, configOf, ServiceConfig } from '#libs/config';

/** What Mail reads from its environment. */
export class MailConfig extends configOf(ServiceConfig, AuthConfig) {}
