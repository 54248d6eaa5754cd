import { AuthConfig, configOf, ServiceConfig } from '#libs/config';

/** Variables of the CRM. */
export class CrmConfig extends configOf(ServiceConfig, AuthConfig) {}
