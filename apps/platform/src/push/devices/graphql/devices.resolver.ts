import { Args, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/auth';
import { ListDevicesQuery } from '../device.dto.js';
import { shortenToken } from '../device-token.js';
import { DevicesService } from '../devices.service.js';
import type { PushDevice } from '../push-device.entity.js';
import { DevicePageType, DeviceType } from './device.types.js';

@Resolver(() => DeviceType)
export class DevicesResolver {
  constructor(private readonly devices: DevicesService) {}

  @Query(() => DevicePageType, { nullable: true, description: 'The devices that take push messages, newest first.' })
  @Session()
  async pushDevicePage(@Args() query: ListDevicesQuery): Promise<DevicePageType> {
    const page = await this.devices.listPage(currentTenantId(), query);
    return { devices: page.items.map(toDevice), nextCursor: String(page.nextCursor), hasMore: page.hasMore };
  }
}

function toDevice({ id, platform, token, active, createdAt, lastSeenAt }: PushDevice): DeviceType {
  return { id, platform, token: shortenToken(platform, token), active, createdAt, lastSeenAt };
}
