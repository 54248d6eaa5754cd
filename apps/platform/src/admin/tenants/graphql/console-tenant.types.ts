import { ArgsType, ObjectType } from '@nestjs/graphql';
import { pageConnectionOf } from '#libs/core/graphql';
import { TenantDeletionView } from '../dto/tenant-deletion.responses.js';
import { ConsoleTenantFilters } from '../dto/tenant.requests.js';
import { ConsoleTenantView } from '../dto/tenant.responses.js';

const tenants = pageConnectionOf('ConsoleTenant', ConsoleTenantView, { max: 200, filters: ConsoleTenantFilters });
const deletions = pageConnectionOf('TenantDeletion', TenantDeletionView, { max: 200 });

@ArgsType()
export class ConsoleTenantConnectionArgs extends tenants.Args {}

@ObjectType('ConsoleTenantConnection')
export class ConsoleTenantConnection extends tenants.Connection {}

@ArgsType()
export class TenantDeletionConnectionArgs extends deletions.Args {}

@ObjectType('TenantDeletionConnection')
export class TenantDeletionConnection extends deletions.Connection {}
