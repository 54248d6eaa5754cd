import { ArgsType } from '@nestjs/graphql';
import type { TenantStatus } from '#libs/core/auth';
import { GraphqlInput } from '#libs/core/graphql';
import { EmailAddress, MayBeAbsent, OneOf, pageQuery, QueryEnum, QueryText, Text, TextList } from '#libs/core/http';
import { PRODUCTS } from '../../../catalogue.js';

const STATUSES = ['active', 'suspended', 'trial'] as const;
const REASON_MAX = 500;
const PLAN_MAX = 100;

@ArgsType()
export class ConsoleTenantFilters {
  @QueryEnum(STATUSES)
  status?: TenantStatus;

  @QueryText({ max: PLAN_MAX, description: 'Name of a plan; the empty name is that of accounts without one.' })
  plan?: string;

  @QueryText({
    max: 200,
    description: 'Part of the name, the beginning of the slug, the id, or the e-mail address of a member.',
  })
  q?: string;
}

export class ListTenantsQuery extends pageQuery(200, ConsoleTenantFilters) {}

@GraphqlInput('CreateTenantForOwnerInput')
export class CreateTenantForOwnerRequest {
  @Text({ min: 1, max: 200, example: 'Acme' })
  Name: string;

  @EmailAddress({ description: 'Who becomes its owner by accepting the invitation.' })
  OwnerEmail: string;

  @MayBeAbsent()
  @Text({ max: PLAN_MAX, description: 'Name of one of the plans; that of new tenants if absent.' })
  Plan?: string;

  @MayBeAbsent()
  @TextList({ max: 20, itemMax: 50, description: `Of ${PRODUCTS.join(', ')}; those of new tenants if absent.` })
  Products?: string[];
}

@GraphqlInput('InviteOwnerInput')
export class InviteOwnerRequest {
  @EmailAddress()
  Email: string;
}

@GraphqlInput('UpdateConsoleTenantInput')
export class UpdateTenantRequest {
  @MayBeAbsent()
  @OneOf(STATUSES, { description: 'suspended rejects every call of a key and every write; active and trial lift it.' })
  Status?: TenantStatus;

  @MayBeAbsent()
  @Text({ max: REASON_MAX, description: 'Why. A suspension must have one. It is kept in the audit log.' })
  Reason?: string;

  @MayBeAbsent()
  @Text({ max: PLAN_MAX, description: 'Name of one of the plans; empty for none, which is without limits.' })
  Plan?: string;

  @MayBeAbsent()
  @TextList({ max: 20, itemMax: 50, description: `All that the tenant has, of ${PRODUCTS.join(', ')}.` })
  Products?: string[];
}
