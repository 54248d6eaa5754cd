import { IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min } from 'class-validator';
import { AuthConfig, configOf, DevelopmentDefault, ServiceConfig, StorageConfig } from '#libs/core/config';

const HTTP_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** Variables of the CRM. */
export class CrmConfig extends configOf(ServiceConfig, AuthConfig, StorageConfig) {
  /** Address of Platform, which is told of consent and erasure, and asked about plans. */
  @IsUrl(HTTP_URL)
  @DevelopmentDefault('http://127.0.0.1:3000')
  platformUrl: string;

  /** Address of Pages, which is told of erasure. */
  @IsUrl(HTTP_URL)
  @DevelopmentDefault('http://127.0.0.1:3002')
  pagesUrl: string;

  /** Address of Mail, which is told of erasure. */
  @IsUrl(HTTP_URL)
  @DevelopmentDefault('http://127.0.0.1:3001')
  mailUrl: string;

  /** `host:port` of the DNS server that resolves names from users; the system's if absent. */
  @IsOptional()
  @Matches(/^[^\s:]+:\d+$/)
  dnsServer?: string;

  /** Comma-separated `host:port` or CIDR inside the network that destinations may be in. */
  @IsString()
  outboundAllow: string = '';

  /** Days of failures, without one success, after which a destination or an integration is switched off. */
  @IsInt()
  @Min(1)
  @Max(365)
  webhookDisableAfter: number = 5;

  /** Address of Meta's Graph API, which conversions are sent to. */
  @IsUrl(HTTP_URL)
  metaGraphUrl: string = 'https://graph.facebook.com';
}
