import { IsEmail, IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min, ValidateIf } from 'class-validator';
import {
  AuthConfig,
  configOf,
  DevelopmentDefault,
  Secret,
  ServiceConfig,
  SmtpConfig,
  StorageConfig,
} from '#libs/config';

const HTTP_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };
const SMTP_URL = { require_tld: false, require_protocol: true, protocols: ['smtp', 'smtps'] };

/** What the platform reads from its environment. */
export class PlatformConfig extends configOf(ServiceConfig, AuthConfig, SmtpConfig, StorageConfig) {
  override databasePoolSize: number = 12;

  /** Where e-mail of test keys ends; without it, it is recorded and goes nowhere. */
  @IsOptional()
  @IsUrl(SMTP_URL)
  @Secret()
  sandboxSmtpUrl?: string;

  /** Connections to each mail server that are open at one time. */
  @IsInt()
  @Min(1)
  @Max(100)
  smtpConnections: number = 10;

  /**
   * The SMS carrier: `smpp://` or `smpps://` with `systemId:password@`, or the `https://` address of an API like
   * Twilio's with `accountSid:authToken@`. Without it only test keys send, into the sandbox.
   */
  @IsOptional()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['smpp', 'smpps', 'http', 'https'] })
  @Secret()
  smsUrl?: string;

  /** Sender of texts that name none. */
  @IsOptional()
  @IsString()
  smsFrom?: string;

  /** The service account of Firebase Cloud Messaging, as JSON; without it nothing reaches Android devices or topics. */
  @IsOptional()
  @IsString()
  @Secret()
  fcmServiceAccount?: string;

  /** Id of the key of the Apple Push Notification service; without the four nothing reaches Apple's devices. */
  @IsOptional()
  @IsString()
  apnsKeyId?: string;

  /** Id of the team that the key belongs to. */
  @IsOptional()
  @IsString()
  apnsTeamId?: string;

  /** The key itself, as PEM. */
  @IsOptional()
  @IsString()
  @Secret()
  apnsPrivateKey?: string;

  /** The bundle id of the app. */
  @IsOptional()
  @IsString()
  apnsTopic?: string;

  /** Apple's address for development builds, when it is those that are written to. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  apnsUrl?: string;

  /** Where push services reach whoever runs this installation: a `mailto:` or `https:` URL (RFC 8292). */
  @Matches(/^(?:mailto:|https:)/)
  @DevelopmentDefault('mailto:operator@service.test')
  pushSubject: string;

  /** Domain of the return path of every e-mail, whose MX is where this app takes reports; without it there are none. */
  @IsOptional()
  @Matches(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]+$/)
  returnPathDomain?: string;

  /** Where bounces and complaints are taken by SMTP (0 lets the system choose); nowhere when absent. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(65_535)
  bouncePort?: number;

  /** Address on which they are taken; that of HTTP when absent. */
  @IsOptional()
  @IsString()
  bounceHost?: string;

  /** How large a report may be (bytes). */
  @IsInt()
  @Min(10_000)
  @Max(50_000_000)
  bounceMaxBytes: number = 1_048_576;

  /** `host:port` of the DNS server to ask about addresses that users typed; the system's when absent. */
  @IsOptional()
  @Matches(/^[^\s:]+:\d+$/)
  dnsServer?: string;

  /** Name whose SPF record lists the servers that mail leaves from; customers are asked to include it. */
  @IsOptional()
  @Matches(/^(?:[a-z0-9_-]+\.)+[a-z0-9-]+$/)
  spfInclude?: string;

  /** Comma-separated `host:port` or CIDR that webhooks may reach although they are inside the network. */
  @IsString()
  outboundAllow: string = '';

  /**
   * Comma-separated hosts of the push services whose subscriptions a visitor's browser may register; `*.` in front of a
   * name stands for any name below it.
   */
  @IsString()
  pushServices: string =
    'fcm.googleapis.com,jmt17.google.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com';

  /** Calls of /api/auth a minute from one address; all people behind it share them. */
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  authCallsPerMinute: number = 1_000;

  /** Browsers that register for push a minute from one address: each does once a day, and an office has many. */
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  siteCallsPerMinute: number = 120;

  /** Links of mail that are followed a minute from one address and are not answered at once: unsubscribing, and forged ones. */
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  visitorCallsPerMinute: number = 3_000;

  /** Calls with a wrong credential a minute from one address, before it has to wait. */
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  failedCallsPerMinute: number = 3_000;

  /** Comma-separated addresses of operators who are told by e-mail of platform alerts; nobody when empty. */
  @IsString()
  alertEmails: string = '';

  /** Who such an e-mail is from; without it nobody is told. */
  @IsOptional()
  @IsEmail()
  alertSender?: string;

  /** Days after which a month of messages, with all that belongs to them, is dropped; 0 keeps them. */
  @ValidateIf(({ keepMessagesDays }: PlatformConfig) => keepMessagesDays !== 0)
  @IsInt()
  @Min(35)
  @Max(36_500)
  keepMessagesDays: number = 0;

  /** The same for deliveries of webhooks and their attempts. */
  @ValidateIf(({ keepWebhookDeliveriesDays }: PlatformConfig) => keepWebhookDeliveriesDays !== 0)
  @IsInt()
  @Min(35)
  @Max(36_500)
  keepWebhookDeliveriesDays: number = 0;
}
