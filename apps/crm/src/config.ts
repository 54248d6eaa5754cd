import { AuthConfig, configOf, ServiceConfig } from '#libs/config';

/** What the CRM reads from its environment. */
export class CrmConfig extends configOf(ServiceConfig, AuthConfig) {}
