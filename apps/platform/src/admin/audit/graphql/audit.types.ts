import { ArgsType, ObjectType } from '@nestjs/graphql';
import { connectionArgs, pageConnectionOf } from '#libs/core/graphql';
import { positionOf } from '#libs/core/persistence';
import { AuditFilters, ConsoleAuditFilters } from '../dto/audit.requests.js';
import { AuditEntryView } from '../dto/audit.responses.js';

const entries = pageConnectionOf('AuditEntry', AuditEntryView, {
  max: 200,
  filters: AuditFilters,
  position: ({ Id }: AuditEntryView) => positionOf(Id),
});

@ArgsType()
export class AuditConnectionArgs extends entries.Args {}

@ArgsType()
export class ConsoleAuditConnectionArgs extends connectionArgs({ max: 200, filters: ConsoleAuditFilters }) {}

@ObjectType('AuditEntryConnection')
export class AuditEntryConnection extends entries.Connection {}
