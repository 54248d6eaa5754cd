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

  /** Segments that an account has at most; each change of a contact is compared with those that it concerns. */
  @IsInt()
  @Min(1)
  @Max(1_000)
  segmentsPerAccount: number = 100;

  /** Journeys that an account has at most. */
  @IsInt()
  @Min(1)
  @Max(1_000)
  journeysPerAccount: number = 100;

  /** Steps that the journeys of an account do in a day of UTC; what is due after them goes on the next day. */
  @IsInt()
  @Min(1)
  @Max(1_000_000_000)
  journeyStepsPerDay: number = 10_000_000;

  /** Address of Meta's Graph API, which conversions are sent to. */
  @IsUrl(HTTP_URL)
  metaGraphUrl: string = 'https://graph.facebook.com';
}
