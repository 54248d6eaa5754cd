import { Args, ArgsType, ID, ObjectType } from '@nestjs/graphql';
import { IdArgument, pageConnectionOf } from '#libs/core/graphql';
import { positionOf } from '#libs/core/persistence';
import { ApiKeyResponse } from '../dto/api-key.responses.js';
import { MemberResponse } from '../dto/member.responses.js';

/** The argument that names the account a field is about; see `OwnTenant`. */
export const TenantId = (): ParameterDecorator => Args('tenantId', { type: () => ID });

@ArgsType()
class OfTenant {
  @IdArgument()
  tenantId: string;
}

const keys = pageConnectionOf('ApiKey', ApiKeyResponse, { max: 200, filters: OfTenant });
const members = pageConnectionOf('TenantMember', MemberResponse, {
  max: 200,
  filters: OfTenant,
  position: ({ id }: { id: string }) => positionOf(id),
});

@ArgsType()
export class ApiKeyConnectionArgs extends keys.Args {}

@ObjectType('ApiKeyConnection')
export class ApiKeyConnection extends keys.Connection {}

@ArgsType()
export class TenantMemberConnectionArgs extends members.Args {}

@ObjectType('TenantMemberConnection')
export class TenantMemberConnection extends members.Connection {}
