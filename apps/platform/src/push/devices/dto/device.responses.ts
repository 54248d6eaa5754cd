import { ApiProperty } from '@nestjs/swagger';
import { PLATFORMS } from '../device.js';

export class DeviceObject {
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
}

export class DeviceResponse {
  @ApiProperty({ type: DeviceObject })
  Device: DeviceObject;
}

export class DevicePageResponse {
  @ApiProperty({ type: [DeviceObject] })
  Devices: DeviceObject[];

  @ApiProperty({ type: 'integer', description: 'Give it as cursor for the next page; 0 when there is none.' })
  NextCursor: number;

  @ApiProperty()
  HasMore: boolean;
}
