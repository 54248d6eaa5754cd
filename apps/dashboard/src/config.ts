import { IsInt, IsOptional, IsUrl, Max, Min } from 'class-validator';
import { AppConfig, configOf, DevelopmentDefault, EncryptionConfig, RedisConfig } from '#libs/core/config';

const HTTP_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** Variables of the dashboard. */
export class DashboardConfig extends configOf(AppConfig, EncryptionConfig, RedisConfig) {
  /** Address of Platform. */
  @IsUrl(HTTP_URL)
  @DevelopmentDefault('http://127.0.0.1:3000')
  platformUrl: string;

  /** Address of Mail. */
  @IsUrl(HTTP_URL)
  @DevelopmentDefault('http://127.0.0.1:3001')
  mailUrl: string;

  /** Address of Pages. */
  @IsUrl(HTTP_URL)
  @DevelopmentDefault('http://127.0.0.1:3002')
  pagesUrl: string;

  /** Address of the CRM. */
  @IsUrl(HTTP_URL)
  @DevelopmentDefault('http://127.0.0.1:3003')
  crmUrl: string;

  /** Address of identity, which issues the tokens of sessions. */
  @IsUrl(HTTP_URL)
  @DevelopmentDefault('http://127.0.0.1:3004')
  identityUrl: string;

  /** Issuer of session tokens, where browsers sign in; IDENTITY_URL if absent. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  issuer?: string;

  /** Address of the dashboard, as browsers and identity know it. */
  @IsUrl(HTTP_URL)
  dashboardUrl: string;

  /** Longest wait for an app that reads (milliseconds); its part of the answer is then null. */
  @IsInt()
  @Min(1)
  @Max(600_000)
  gatewayDeadlineMs: number = 5_000;

  /** Longest wait for an app that changes something (milliseconds). */
  @IsInt()
  @Min(1)
  @Max(600_000)
  gatewayMutationDeadlineMs: number = 30_000;

  /** The address of an app behind the gateway, without a slash at its end. */
  urlOf(app: 'platform' | 'mail' | 'pages' | 'crm' | 'identity'): string {
    return this[`${app}Url`].replace(/\/+$/, '');
  }

  /** Origin of the dashboard. */
  get origin(): string {
    return new URL(this.dashboardUrl).origin;
  }

  /** The address at which browsers sign in, without a slash at its end. */
  get issuerUrl(): string {
    return (this.issuer ?? this.identityUrl).replace(/\/+$/, '');
  }
}
