import { IsOptional, IsUrl, Matches } from 'class-validator';
import {
  AntivirusConfig,
  AuthConfig,
  configOf,
  DevelopmentDefault,
  SandboxSmtpConfig,
  ServiceConfig,
  SmtpConfig,
  StorageConfig,
} from '#libs/config';

const HTTP_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** Variables of Mail. */
export class MailConfig extends configOf(
  ServiceConfig,
  AntivirusConfig,
  AuthConfig,
  SmtpConfig,
  SandboxSmtpConfig,
  StorageConfig,
) {
  /** Address of Platform, which is told of verified domains, and asked about plans. */
  @IsUrl(HTTP_URL)
  @DevelopmentDefault('http://127.0.0.1:3000')
  platformUrl: string;

  /** `host:port` of the DNS server that is asked about domains; the system's if absent. */
  @IsOptional()
  @Matches(/^[^\s:]+:\d+$/)
  dnsServer?: string;
}
