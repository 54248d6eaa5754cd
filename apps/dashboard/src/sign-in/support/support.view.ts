import { ApiProperty } from '@nestjs/swagger';
import type { Support } from './support.js';

/** A support session, without its token. */
export class SupportView {
  @ApiProperty({ example: 'acc_0c7b3f19ad62e04f' })
  tenantId: string;

  @ApiProperty({ example: 'Acme' })
  tenantName: string;

  @ApiProperty({ format: 'date-time' })
  endsAt: string;

  static of({ tenantId, tenantName, endsAt }: Support): SupportView {
    return { tenantId, tenantName, endsAt };
  }
}

/** Answers whether there is one. */
export class OpenSupportView {
  @ApiProperty({ type: SupportView, nullable: true })
  support: SupportView | null;
}
