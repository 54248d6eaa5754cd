import { ApiProperty } from '@nestjs/swagger';

export class DatacenterView {
  @ApiProperty({ type: 'integer', example: 64496 })
  Asn: number;

  @ApiProperty({ example: 'Example Hosting' })
  Name: string;

  @ApiProperty({ description: 'The operator who listed it.', example: 'usr_0123456789abcdef' })
  CreatedBy: string;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;
}

export class DatacenterResponse {
  @ApiProperty({ type: DatacenterView })
  Datacenter: DatacenterView;
}

export class DatacenterPageResponse {
  @ApiProperty({ type: [DatacenterView] })
  Datacenters: DatacenterView[];

  @ApiProperty({ type: 'integer', description: '0 when there is no further page.' })
  NextCursor: number;

  @ApiProperty()
  HasMore: boolean;
}
