import { ApiProperty } from '@nestjs/swagger';
import { AddressResponse } from './auth.responses.js';

export class AddressDetailResponse {
  @ApiProperty({ type: AddressResponse })
  Email: AddressResponse;
}

export class VerifiedResponse {
  @ApiProperty({ enum: ['verified'] })
  Status: string;

  @ApiProperty({ example: 'usr_0c7b3f19ad62e04f' })
  UserId: string;

  @ApiProperty({ format: 'email', description: 'The address that was confirmed.' })
  UserEmail: string;
}

export class ResendResponse {
  @ApiProperty({ enum: ['queued', 'verified'], description: 'verified: there was nothing left to confirm.' })
  Status: string;
}

export class DoneResponse {
  @ApiProperty({ enum: ['ok'] })
  Status: string;
}
