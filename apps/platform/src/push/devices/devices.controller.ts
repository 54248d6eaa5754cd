import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiKey, currentKey } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { logger } from '#libs/core/observability';
import {
  DevicePageResponse,
  DeviceResponse,
  DeviceView,
  ListDevicesQuery,
  RegisterDeviceRequest,
} from './device.dto.js';
import { DevicesService } from './devices.service.js';
import { KnownDevice } from './known-device.js';
import { PushDevice } from './push-device.entity.js';

@ApiTags('Push')
@Controller('v1/push/devices')
export class DevicesController {
  constructor(private readonly devices: DevicesService) {}

  @Post()
  @ApiKey('devices:write')
  @Operation({
    summary: 'Register a device for push messages',
    description: 'Once for each token: a repetition activates the device again. UserRef and Metadata are not kept.',
    success: { status: 200, type: DeviceResponse },
  })
  async register(@Body() body: RegisterDeviceRequest): Promise<DeviceResponse> {
    const device = await this.devices.register(currentKey().tenant.id, body.Platform, body.Token);
    warnOfIgnoredFields(body);
    return { Device: DeviceView.of(device) };
  }

  @Get()
  @ApiKey('devices:read')
  @Operation({
    summary: 'List devices, newest first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: DevicePageResponse },
  })
  async list(@Query() { cursor, limit }: ListDevicesQuery): Promise<DevicePageResponse> {
    return DevicePageResponse.of(await this.devices.listPage(currentKey().tenant.id, { cursor, limit }));
  }

  @Delete(':id')
  @ApiKey('devices:write')
  @Operation({
    summary: 'Remove a device',
    description: 'With its token. Messages to it that wait fail. It is added again when it registers again.',
    success: { status: 204 },
  })
  async delete(@KnownDevice() device: PushDevice): Promise<void> {
    await this.devices.delete(device);
  }
}

/** Logs which fields are accepted and ignored, without their values. */
function warnOfIgnoredFields({ UserRef, Metadata }: RegisterDeviceRequest): void {
  const lost = [...(UserRef === undefined ? [] : ['UserRef']), ...(Metadata === undefined ? [] : ['Metadata'])];
  if (lost.length === 0) return;
  const { tenant, keyId } = currentKey();
  logger.warn(`A device was registered with ${lost.join(' and ')}, not kept`, { tenantId: tenant.id, keyId });
}
