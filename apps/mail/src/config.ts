import { IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min } from 'class-validator';
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

  /** Port of the SMTP listener that receives mail (0 lets the system choose); no mail is received if absent. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(65_535)
  inboundPort?: number;

  /** Address of the SMTP listener; that of HTTP if absent. */
  @IsOptional()
  @IsString()
  inboundHost?: string;

  /** Name of the server that receives mail, as its MX records have it. */
  @Matches(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]+$/)
  @DevelopmentDefault('mx.service.test')
  inboundName: string;

  /** Maximum size of a received message (bytes). */
  @IsInt()
  @Min(1_048_576)
  @Max(268_435_456)
  inboundMaxBytes: number = 52_428_800;

  /** Recipients that one client may name in a minute; a client is an IPv4 address or an IPv6 /64. */
  @IsInt()
  @Min(1)
  @Max(10_000_000)
  inboundRecipientsPerMinute: number = 30_000;

  /** Bytes that one client may send in a minute. */
  @IsInt()
  @Min(1_048_576)
  inboundBytesPerMinute: number = 1_073_741_824;

  /** File with the certificate chain for STARTTLS (PEM); without it and its key mail is received unencrypted. */
  @IsOptional()
  @IsString()
  inboundTlsCertFile?: string;

  /** File with its private key (PEM). */
  @IsOptional()
  @IsString()
  inboundTlsKeyFile?: string;

  /** Port of the SMTP listener for mail programs (0 lets the system choose); no listener if absent. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(65_535)
  submissionPort?: number;

  /** Address of the SMTP listener for mail programs; that of HTTP if absent. */
  @IsOptional()
  @IsString()
  submissionHost?: string;

  /** Name of the SMTP server that mail programs are told to use; that of the machine if absent. */
  @IsOptional()
  @Matches(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]+$/)
  submissionName?: string;

  /** Maximum size of a message from a mail program (bytes). */
  @IsInt()
  @Min(1_048_576)
  @Max(67_108_864)
  submissionMaxBytes: number = 36_700_160;

  /** File with the certificate chain (PEM) for mail programs; in production there is no listener for them without it. */
  @IsOptional()
  @IsString()
  submissionTlsCertFile?: string;

  /** File with its private key (PEM). */
  @IsOptional()
  @IsString()
  submissionTlsKeyFile?: string;
}
