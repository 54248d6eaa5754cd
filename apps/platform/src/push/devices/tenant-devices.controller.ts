import { Controller, Delete, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { DevicePageResponse, ListDevicesQuery } from './device.dto.js';
import { DevicesService } from './devices.service.js';
import { KnownDevice } from './known-device.js';
import { PushDevice } from './push-device.entity.js';

@ApiTags('Push')
@Controller('api/push/devices')
export class TenantDevicesController {
  constructor(private readonly devices: DevicesService) {}

  @Get()
  @Session()
  @Operation({
    summary: 'List the devices of the account, newest first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: DevicePageResponse },
  })
  async list(@Query() { cursor, limit }: ListDevicesQuery): Promise<DevicePageResponse> {
    return DevicePageResponse.of(await this.devices.listPage(currentTenantId(), { cursor, limit }));
  }

  @Delete(':id')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Remove a device',
    description: 'With its token. Messages to it that wait fail. It is added again when it registers again.',
    success: { status: 204 },
  })
  async delete(@KnownDevice() device: PushDevice): Promise<void> {
    await this.devices.delete(device);
  }
}
