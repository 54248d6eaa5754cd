import { IsUrl } from 'class-validator';
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
}
