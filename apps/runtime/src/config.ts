import { IsInt, IsUrl, Max, Min } from 'class-validator';
import { AuthConfig, configOf, DevelopmentDefault, ServiceConfig } from '#libs/config';

const HTTP_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** Variables of the runtime. */
export class RuntimeConfig extends configOf(ServiceConfig, AuthConfig) {
  /** Address of the runtime, without a slash at its end: published pages without a domain answer there. */
  @IsUrl(HTTP_URL)
  @DevelopmentDefault('http://127.0.0.1:3005')
  runtimeUrl: string;

  /** Memory for published pages (MiB). What does not fit is read from the database when it is asked for. */
  @IsInt()
  @Min(1)
  @Max(65_536)
  pageMemoryMib: number = 256;
}
