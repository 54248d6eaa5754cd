import { AuthConfig, configOf, ServiceConfig } from '#libs/config';

/** Variables of Mail. */
export class MailConfig extends configOf(ServiceConfig, AuthConfig) {}
