import { IsOptional, IsString, IsUrl, Matches } from 'class-validator';
import { DevelopmentDefault, Secret } from '#libs/core/config';

const HTTP_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** Variables of push messages by the installation's own accounts. */
export class PushConfig {
  /** The service account of Firebase Cloud Messaging, as JSON; required for Android devices and topics. */
  @IsOptional()
  @IsString()
  @Secret()
  fcmServiceAccount?: string;

  /** Address of FCM in place of Google's, such as a gateway's; for accounts of tenants `/token` below it issues the tokens. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  fcmUrl?: string;

  /** Id of the key of the Apple Push Notification service; all four `APNS_` variables are required for Apple's devices. */
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

  /** Apple's address for development builds; set it to send to those. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  apnsUrl?: string;

  /** Contact of this installation's operator for push services: a `mailto:` or `https:` URL (RFC 8292). */
  @Matches(/^(?:mailto:|https:)/)
  @DevelopmentDefault('mailto:operator@service.test')
  pushSubject: string;
}
