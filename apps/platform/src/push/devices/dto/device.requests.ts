import { MayBeAbsent, OneOf, PageLimit, QueryInteger, Text, TextMap } from '#libs/http';
import type { PushPlatform } from '#libs/push';
import { PLATFORMS } from '../device.js';

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

export class ListDevicesQuery {
  @QueryInteger({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'NextCursor of the page before; 0 begins.' })
  cursor?: number;

  @PageLimit(200)
  limit: number;
}
