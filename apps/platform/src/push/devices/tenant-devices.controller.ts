import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/auth';
import { Operation } from '#libs/http';
import { toDevicePage } from './device.mapper.js';
import { DevicesService } from './devices.service.js';
import { ListDevicesQuery } from './dto/device.requests.js';
import { DevicePageResponse } from './dto/device.responses.js';

@ApiTags('Push')
@Controller('api/push/devices')
export class TenantDevicesController {
  constructor(private readonly devices: DevicesService) {}

  @Get()
  @Session()
  @Operation({
    summary: 'List the devices of the account, newest first',
    success: { status: 200, type: DevicePageResponse },
  })
  async list(@Query() { cursor, limit }: ListDevicesQuery): Promise<DevicePageResponse> {
    return toDevicePage(await this.devices.list(currentTenantId(), cursor, limit));
  }
}
