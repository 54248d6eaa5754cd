import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { E164, MayBeAbsent, Text } from '#libs/core/http';

@GraphqlInput('PlayInboundTextInput')
export class SandboxTextRequest {
  @E164({ description: 'The telephone that texts.' })
  From: string;

  @Text({ min: 1, max: 40, example: '+5511912345678', description: 'The sender that it answers.' })
  To: string;

  @Text({ max: 1_600, example: 'STOP' })
  Body: string;

  @MayBeAbsent()
  @Text({ min: 1, max: 100, description: 'The id of the text: one that comes again is not applied again.' })
  Id?: string;
}

@GraphqlObject('PlayedInboundText')
export class SandboxTextResponse {
  @ApiProperty({ type: String, enum: ['stop', 'start', 'help'], nullable: true, description: 'Null for other texts.' })
  Keyword: string | null;

  @ApiProperty({ description: 'False for other texts, and for one that was applied before.' })
  Applied: boolean;

  @ApiProperty({ type: String, nullable: true, description: 'The answer that the telephone would get.' })
  Reply: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'The text as it was kept; null for one that came before, and for one to the sender of the installation.',
  })
  InboundId: string | null;
}
