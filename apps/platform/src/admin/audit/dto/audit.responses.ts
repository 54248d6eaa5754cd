import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';

const text = { type: String, nullable: true } as const;
const fields = { type: Object, nullable: true, additionalProperties: true } as const;

@GraphqlObject('AuditActor')
export class AuditActorView {
  @ApiProperty({
    enum: ['user', 'operator', 'support', 'key', 'service', 'anonymous', 'system'],
    description: 'support is an operator in a support session.',
  })
  Kind: string;

  @ApiProperty({ ...text, example: 'usr_0c7b3f19ad62e04f' })
  Id: string | null;

  @ApiProperty({ ...text, description: 'The session of the user.' })
  SessionId: string | null;
}

@GraphqlObject('AuditObject')
export class AuditObjectView {
  @ApiProperty({ example: 'tenant' })
  Type: string;

  @ApiProperty({ example: 'acc_0c7b3f19ad62e04f' })
  Id: string;
}

@GraphqlObject('AuditEntry')
export class AuditEntryView {
  @ApiProperty({ example: 'aud_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty({ enum: ['platform', 'identity'], description: 'The app whose log the entry is from.' })
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

  @ApiProperty({ ...fields, description: 'The changed fields before the change.' })
  Before: Record<string, unknown> | null;

  @ApiProperty({ ...fields, description: 'The changed fields after the change.' })
  After: Record<string, unknown> | null;

  @ApiProperty({ ...text, description: 'The IP address of the call.' })
  Ip: string | null;

  @ApiProperty(text)
  UserAgent: string | null;

  @ApiProperty({ ...text, description: 'X-Request-Id of the call.' })
  CausedBy: string | null;

  /** Takes a view and no entry: tenants and operators see different fields of one. */
  static of(view: AuditEntryView): AuditEntryView {
    return view;
  }
}

export class AuditPageResponse {
  @ApiProperty({ type: [AuditEntryView], description: 'Newest first.' })
  Entries: AuditEntryView[];

  @ApiProperty({ type: 'integer', description: '0 when there is no further page.' })
  NextCursor: number;

  @ApiProperty()
  HasMore: boolean;
}
