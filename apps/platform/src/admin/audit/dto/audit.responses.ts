import { ApiProperty } from '@nestjs/swagger';

const text = { type: String, nullable: true } as const;
const fields = { type: Object, nullable: true, additionalProperties: true } as const;

export class AuditActorView {
  @ApiProperty({
    enum: ['user', 'operator', 'support', 'key', 'service', 'anonymous', 'system'],
    description: 'In what capacity somebody acted; support is an operator who looked into the tenant.',
  })
  Kind: string;

  @ApiProperty({ ...text, example: 'usr_0c7b3f19ad62e04f' })
  Id: string | null;

  @ApiProperty({ ...text, description: 'The session by which a person acted.' })
  SessionId: string | null;
}

export class AuditObjectView {
  @ApiProperty({ example: 'tenant' })
  Type: string;

  @ApiProperty({ example: 'acc_0c7b3f19ad62e04f' })
  Id: string;
}

export class AuditEntryView {
  @ApiProperty({ example: 'aud_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty({ enum: ['platform', 'identity'], description: 'Which part of the product keeps the entry.' })
  Service: string;

  @ApiProperty({ format: 'date-time' })
  OccurredAt: string;

  @ApiProperty({ ...text, example: 'acc_0c7b3f19ad62e04f' })
  TenantId: string | null;

  @ApiProperty({ type: AuditActorView })
  Actor: AuditActorView;

  @ApiProperty({ example: 'tenant.suspended' })
  Action: string;

  @ApiProperty({ type: AuditObjectView })
  Object: AuditObjectView;

  @ApiProperty(text)
  Reason: string | null;

  @ApiProperty({ ...fields, description: 'What was changed, as it was before.' })
  Before: Record<string, unknown> | null;

  @ApiProperty({ ...fields, description: 'The same, as it was afterwards.' })
  After: Record<string, unknown> | null;

  @ApiProperty({ ...text, description: 'The address that the call came from.' })
  Ip: string | null;

  @ApiProperty(text)
  UserAgent: string | null;

  @ApiProperty({ ...text, description: 'X-Request-Id of the call.' })
  CausedBy: string | null;
}

export class AuditPageResponse {
  @ApiProperty({ type: [AuditEntryView], description: 'Newest first.' })
  Entries: AuditEntryView[];

  @ApiProperty({ type: 'integer', description: '0 when there is no further page.' })
  NextCursor: number;

  @ApiProperty()
  HasMore: boolean;
}
