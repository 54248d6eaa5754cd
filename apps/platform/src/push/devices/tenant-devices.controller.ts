import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/auth';
import { Operation } from '#libs/http';
import { DevicePageResponse, ListDevicesQuery } from './device.dto.js';
import { DevicesService } from './devices.service.js';

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
}
