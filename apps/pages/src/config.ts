import {
  IsBoolean,
  IsInt,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  Min,
  MinLength,
  ValidateIf,
} from 'class-validator';
import {
  AuthConfig,
  configOf,
  DevelopmentDefault,
  EventStoreConfig,
  LeadsConfig,
  Secret,
  ServiceConfig,
  SmtpConfig,
  StorageConfig,
} from '#libs/core/config';

const HTTP_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** Variables of Pages. */
export class PagesConfig extends configOf(
  ServiceConfig,
  AuthConfig,
  EventStoreConfig,
  LeadsConfig,
  SmtpConfig,
  StorageConfig,
) {
  /** Address of the runtime, without a slash at its end: published pages without a domain answer there. */
  @IsUrl(HTTP_URL)
  @DevelopmentDefault('http://127.0.0.1:3005')
  runtimeUrl: string;

  /** `host:port` of the DNS server that resolves names from users; the system's if absent. */
  @IsOptional()
  @Matches(/^[^\s:]+:\d+$/)
  dnsServer?: string;

  /** Whether pictures may be fetched from addresses that users name. */
  @IsBoolean()
  mediaFromUrl: boolean = true;

  /** Comma-separated `host:port` or CIDR inside the network that pictures may be fetched from. */
  @IsString()
  outboundAllow: string = '';

  /** Address of an OpenAI-compatible API, such as `https://api.openai.com/v1`; without it pages are not generated. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  aiUrl?: string;

  /** Bearer of the AI provider. */
  @IsOptional()
  @IsString()
  @Secret()
  aiKey?: string;

  /** Name of the provider's model; needed with `AI_URL`. */
  @ValidateIf(({ aiUrl }: PagesConfig) => Boolean(aiUrl))
  @MinLength(1)
  aiModel?: string;

  /** How long writing a page may take, a correction included (seconds). */
  @IsInt()
  @Min(1)
  @Max(600)
  aiTimeoutSeconds: number = 120;
}
