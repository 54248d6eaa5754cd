import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import { ListDevicesQuery } from '../device.dto.js';
import { DevicesService } from '../devices.service.js';
import type { PushDevice } from '../push-device.entity.js';
import { DeviceConnection, DeviceConnectionArgs, DevicePageType, DeviceType } from './device.types.js';

const DeviceArgument = knownArgument('id', DevicesService, (devices, id) => devices.find(currentTenantId(), id));

@Resolver(() => DeviceType)
export class DevicesResolver {
  constructor(private readonly devices: DevicesService) {}

  @Query(() => DevicePageType, { nullable: true, description: 'The devices that take push messages, newest first.' })
  @Session()
  async pushDevicePage(@Args() query: ListDevicesQuery): Promise<DevicePageType> {
    const page = await this.devices.listPage(currentTenantId(), query);
    const devices = page.items.map((device) => DeviceType.of(device));
    return { devices, nextCursor: String(page.nextCursor), hasMore: page.hasMore };
  }

  @Query(() => DeviceConnection, { nullable: true, description: 'The devices that take push messages, newest first.' })
  @Session()
  pushDevices(@Args() args: DeviceConnectionArgs): Promise<DeviceConnection> {
    const tenantId = currentTenantId();
    return DeviceConnection.read(
      args,
      (page) => this.devices.listPage(tenantId, page),
      () => this.devices.count(tenantId),
    );
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Removes a device with its token. Messages to it that wait fail. Answers its id.',
  })
  @Session({ role: 'admin' })
  async deletePushDevice(@DeviceArgument() device: PushDevice): Promise<string> {
    await this.devices.delete(device);
    return device.id;
  }
}
