import { ArgsType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { MayBeAbsent, OneOf, pageOf, pageQuery, Text, TextMap } from '#libs/core/http';
import type { PushPlatform } from '#libs/messaging/push';
import { shortenToken } from './device-token.js';
import { PLATFORMS, type PushDevice } from './push-device.entity.js';

export const TOKEN_MAX = 4_096;

export class RegisterDeviceRequest {
  @Text({
    min: 1,
    max: TOKEN_MAX,
    example: '4f1c0d6b…',
    description: 'The token of APNs or FCM; for a browser the JSON of its PushSubscription.',
  })
  Token: string;

  @OneOf(PLATFORMS)
  Platform: PushPlatform;

  @MayBeAbsent()
  @Text({ max: 1_000, description: 'Accepted, and not kept.' })
  UserRef?: string;

  @MayBeAbsent()
  @TextMap({ max: 100, valueMax: 1_000, description: 'Accepted, and not kept.' })
  Metadata?: Record<string, string>;
}

@ArgsType()
export class ListDevicesQuery extends pageQuery(200) {}

export class DeviceView {
  @ApiProperty({ format: 'uuid' })
  Id: string;

  @ApiProperty({ enum: PLATFORMS })
  Platform: string;

  @ApiProperty({ example: '4f1c0d…9a3e', description: 'Shortened: enough to recognise it.' })
  Token: string;

  @ApiProperty({ description: 'False once the push service said that the device is gone.' })
  Active: boolean;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ format: 'date-time', description: 'When it last registered.' })
  LastSeenAt: string;

  static of({ id, platform, token, active, createdAt, lastSeenAt }: PushDevice): DeviceView {
    return {
      Id: id,
      Platform: platform,
      Token: shortenToken(platform, token),
      Active: active,
      CreatedAt: createdAt.toISOString(),
      LastSeenAt: lastSeenAt.toISOString(),
    };
  }
}

export class DeviceResponse {
  @ApiProperty({ type: DeviceView })
  Device: DeviceView;
}

export class DevicePageResponse extends pageOf('Devices', DeviceView) {}
