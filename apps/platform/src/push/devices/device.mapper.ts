import type { Page } from '#libs/persistence';
import type { Device } from './device.js';
import { shortenToken } from './device-token.js';
import type { DeviceObject, DevicePageResponse } from './dto/device.responses.js';

export function toDeviceObject({ id, platform, token, active, createdAt, lastSeenAt }: Device): DeviceObject {
  return {
    Id: id,
    Platform: platform,
    Token: shortenToken(platform, token),
    Active: active,
    CreatedAt: createdAt.toISOString(),
    LastSeenAt: lastSeenAt.toISOString(),
  };
}

export function toDevicePage({ items, nextCursor, hasMore }: Page<Device>): DevicePageResponse {
  return { Devices: items.map(toDeviceObject), NextCursor: nextCursor, HasMore: hasMore };
}
